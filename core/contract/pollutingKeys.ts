// A library that writes along such a path changes every object in the process.
import { Refusal } from './errors.ts'

const polluting = new Set(['__proto__', 'constructor', 'prototype'])

/** Libraries split paths at dots, brackets, colons, and quotation marks. */
export const isPolluting = (path: string): boolean =>
  path.split(/[.[\]:"'`]/).some((part) => polluting.has(part.trim()))

/** Doesn't repeat the key, because the caller made it up. */
export const pollutingKey = () =>
  new Refusal('invalid', 'Some fields need your attention.', 400, {
    body: 'The request sets a field that can’t be set.',
  })

/** Throws a 400 for such a key at any depth. Uses its own stack, because JSON can be deeper than the call stack. */
export function refusePollutingKeys(value: unknown): void {
  const pending = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [key, inner] of Object.entries(next)) {
      if (!Array.isArray(next) && isPolluting(key)) throw pollutingKey()
      if (typeof inner === 'object' && inner !== null) pending.push(inner)
    }
  }
}

/** Matches every JSON text that can have such a key, to avoid walking most bodies. An escape can spell any letter. */
const suspicious = /__proto__|constructor|prototype|\\u/

/** Throws a SyntaxError for invalid JSON, and a 400 for a key that leads to a prototype. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (suspicious.test(text)) refusePollutingKeys(value)
  return value
}

// Keys that lead to a prototype. A library that writes along a path of such keys changes every object of the process, so no input may have one.
import { Refusal } from './errors.ts'

const polluting = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether a key or path has a part that leads to a prototype. Libraries divide paths at dots, brackets, colons, and quotation marks. */
export const isPolluting = (path: string): boolean =>
  path.split(/[.[\]:"'`]/).some((part) => polluting.has(part.trim()))

/** The 400 for input with such a key. It doesn't repeat the key, because the caller made it up. */
export const pollutingKey = () =>
  new Refusal('invalid', 'Some fields need your attention.', 400, {
    body: 'The request sets a field that can’t be set.',
  })

/** Throws a 400 if an object has such a key at any depth. It keeps its own stack, because parsed JSON can be deeper than the call stack. */
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

/** Matches every JSON text that can have such a key, so that the usual body isn't walked. An escape can spell any letter. */
const suspicious = /__proto__|constructor|prototype|\\u/

/** Returns the value of a JSON text. Throws a SyntaxError if it isn't JSON, and a 400 if it has a key that leads to a prototype. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (suspicious.test(text)) refusePollutingKeys(value)
  return value
}

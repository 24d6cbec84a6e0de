import { readFileSync } from 'node:fs'

/** Returns the named parts of a compiled email template. `start` is what precedes the first name. */
export function templateParts<N extends string>(file: URL, names: readonly N[]): Record<N | 'start', string> {
  const [start, ...rest] = readFileSync(file, 'utf8')
    .trim()
    .split(/\n%%part (\w+)%%\n/)
  const parts = new Map([['start', start!]])
  for (let i = 0; i < rest.length; i += 2) parts.set(rest[i]!, rest[i + 1]!)
  return Object.fromEntries(
    (['start', ...names] as const).map((name) => {
      const part = parts.get(name)
      if (part === undefined) throw new Error(`${file.pathname} has no part ${name}.`)
      return [name, part]
    }),
  ) as Record<N | 'start', string>
}

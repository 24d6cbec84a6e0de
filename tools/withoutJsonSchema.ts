// zod carries the making of JSON Schema in every schema. Only the server describes its API: browsers need not download it.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const dropped = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/** Puts functions that do nothing in the place of zod's JSON Schema makers, in builds for browsers. Fails the build when a newer zod keeps them elsewhere. */
export function withoutJsonSchema(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0]!
      const file = dropped.exec(path)?.[1]
      if (!file) return null
      replaced.add(file)
      const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
        ([, name]) => name,
      )
      return names.map((name) => `export const ${name} = () => () => {}`).join('\n')
    },
    buildEnd(error) {
      if (!error && replaced.size !== 2) throw new Error(`zod's JSON Schema makers were not found: ${[...replaced]}.`)
    },
  }
}

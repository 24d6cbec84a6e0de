// zod carries the making of JSON Schema in every schema. Only the server describes its API: browsers need not download it.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const dropped = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/

/** Puts functions that do nothing in the place of zod's JSON Schema makers, in builds for browsers. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0]!
      if (!dropped.test(path)) return null
      const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
        ([, name]) => name,
      )
      return names.map((name) => `export const ${name} = () => () => {}`).join('\n')
    },
  }
}

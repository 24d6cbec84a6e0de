// zod includes code that browsers don't need: JSON Schema generation, which only the server uses, cyclic values, which
// JSON can't contain, a compiler of object checks, which the page's policy forbids, and string format methods, which
// zod deprecates.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const dropped = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema|memoizer)\.js$/
/** Replaces each exported function. */
const nothing = (file: string) => (file === 'memoizer' ? '() => undefined' : '() => () => {}')

const schemas = /\/zod\/v4\/core\/schemas\.js$/
/** Without the compiler it does the same as plain objects. */
const compiled = /^export const \$ZodObjectJIT = [\s\S]*?^\}\);$/m

const classes = /\/zod\/v4\/classic\/schemas\.js$/
/** String methods such as `z.string().jwt()`. `z.jwt()` includes its pattern only when used. */
const formats = /^(export const ZodString = [\s\S]*?^\}), \{[\s\S]*?^\}\);$/m
/** A contract that uses one of these fails as soon as it is loaded. */
const unused =
  /^ {4}(?:and|brand|isOptional|isNullable|exactOptional|nonoptional|prefault|catch|toJSONSchema|validate(?:Async)?|(?:async )?safe(?:ParseAsync|En|De)\w*|(?:parseAsync|(?:en|de)code\w*): (?:async )?function \w+|[gs]et "~standard")\([^)]*\) \{[\s\S]*?^ {4}\},\n/gm

/** Replaces these functions with empty ones in browser builds. Fails the build when a newer zod moves them. */
export function leanZod(): Plugin {
  const replaced = new Set<string>()
  return {
    name: 'lean-zod',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0]!
      if (schemas.test(path)) {
        const code = readFileSync(path, 'utf8')
        if (compiled.test(code)) replaced.add('schemas')
        return code.replace(compiled, 'export const $$ZodObjectJIT = $$ZodObject')
      }
      if (classes.test(path)) {
        const code = readFileSync(path, 'utf8')
        if (formats.test(code) && unused.test(code)) replaced.add('classes')
        return code.replace(formats, '$1);').replace(unused, '')
      }
      const file = dropped.exec(path)?.[1]
      if (!file) return null
      replaced.add(file)
      const names = [...readFileSync(path, 'utf8').matchAll(/^export (?:const|function|class) (\w+)/gm)].map(
        ([, name]) => name,
      )
      return names.map((name) => `export const ${name} = ${nothing(file)}`).join('\n')
    },
    buildEnd(error) {
      if (!error && replaced.size !== 5)
        throw new Error(`What zod can do without was not found: only ${[...replaced]}.`)
    },
  }
}

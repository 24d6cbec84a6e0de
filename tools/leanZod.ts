// zod carries with every schema the making of JSON Schema, which only the server needs to describe its API, the reading of
// values that contain themselves, which JSON can't, a compiler of objects' checks, which the policy of our pages forbids to run,
// and each format of texts as a method of all texts, which zod advises against: browsers need not download any of them.
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const dropped = /\/zod\/v4\/core\/(json-schema-processors|to-json-schema|memoizer)\.js$/
/** What stands in place of each exported function. */
const nothing = (file: string) => (file === 'memoizer' ? '() => undefined' : '() => () => {}')

const schemas = /\/zod\/v4\/core\/schemas\.js$/
/** It wraps plain objects, and without the compiler does what they do. */
const compiled = /^export const \$ZodObjectJIT = [\s\S]*?^\}\);$/m

const classes = /\/zod\/v4\/classic\/schemas\.js$/
/** Methods of texts such as `z.string().jwt()`: `z.jwt()` stands for it, and brings its pattern only to who asks for it. */
const formats = /^(export const ZodString = [\s\S]*?^\}), \{[\s\S]*?^\}\);$/m
/** Methods of all schemas that no contract uses; a contract that does fails as soon as it is opened. */
const unused =
  /^ {4}(?:and|brand|isOptional|isNullable|exactOptional|nonoptional|prefault|catch|toJSONSchema|validate(?:Async)?|(?:async )?safe(?:ParseAsync|En|De)\w*|(?:parseAsync|(?:en|de)code\w*): (?:async )?function \w+|[gs]et "~standard")\([^)]*\) \{[\s\S]*?^ {4}\},\n/gm

/** Puts functions that do nothing in the place of these, in builds for browsers. Fails the build when a newer zod keeps them elsewhere. */
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

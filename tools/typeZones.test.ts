import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** It ends with an error, after listing the files, while the checks next to it build a zone that this one refers to. */
const filesOf = (zone: string) =>
  spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', `tsconfig.${zone}.json`, '--listFilesOnly'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .stdout.split('\n')
    .map((file) => relative(root, file))

let all: string[]
let pure: Set<string>
let zoned: Set<string>
beforeAll(() => {
  all = globSync(['*.{ts,tsx}', '{app,core,features,tests,tools,bench}/**/*.{ts,tsx,mts}'], { cwd: root })
  pure = new Set(filesOf('pure'))
  const others = ['server', 'client', 'mobile'].map(filesOf)
  for (const files of [[...pure], ...others]) expect(files.length).toBeGreaterThan(100)
  zoned = new Set([...pure, ...others.flat()])
})

test('assigns every file to a type zone', () => {
  expect(all.length).toBeGreaterThan(500)
  expect(all.filter((file) => !zoned.has(file))).toEqual([])
})

test('puts every file that claims to be pure into the pure zone', () => {
  const saysSo = all.filter((file) => /^\/\/.*\bpure\b/im.test(readFileSync(join(root, file), 'utf8').slice(0, 400)))
  expect(saysSo.length).toBeGreaterThan(5)
  expect(saysSo.filter((file) => !pure.has(file) && !/\.test\.tsx?$/.test(file))).toEqual([])
})

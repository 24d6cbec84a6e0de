import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boundaryProblems, longest } from './checkBoundaries.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boundaries-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function problemsOf(tree: Record<string, string>): string[] {
  for (const [file, source] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), source)
  }
  return boundaryProblems(root)
}
const importing = (path: string) => `import { thing } from '${path}'\n`

test('finds no problems in a tree that follows all rules', () => {
  const problems = problemsOf({
    'app/server.ts': importing('#features/targets/feature.ts'),
    'app/client.tsx': importing('#features/targets/feature.tsx'),
    'features/targets/contract.ts': importing('#core/contract/fields.ts'),
    'features/targets/actions.ts': importing('./contract.ts'),
    'features/targets/server.ts':
      importing('#features/account/contract.ts') +
      importing('#features/account/signOnContract.ts') +
      importing('#core/server/http.ts'),
    'features/targets/list/client/TargetsPage.tsx': `${importing('../actions.ts')}export function TargetsPage() {}\n`,
    'features/targets/targets.server.test.ts': importing('#features/account/samples.ts') + importing('#app/server.ts'),
    'core/sync/client/engine.ts': importing('../protocol.ts'),
  })
  expect(problems).toEqual([])
})

test('rejects a core test that depends on a feature through shared test files', () => {
  const problems = problemsOf({
    'tests/api.ts': importing('#features/targets/contract.ts'),
    'tests/imports.ts': importing('./api.ts'),
    'tests/database.ts': importing('#core/server/http.ts'),
    'core/server/http.server.test.ts': importing('#tests/imports.ts') + importing('#tests/database.ts'),
  })
  expect(problems).toEqual([
    expect.stringMatching(
      /^core\/server\/http.server.test.ts: imports tests\/imports.ts: .*tests can’t import features/,
    ),
  ])
})

describe('import rules', () => {
  test.each([
    ['core knows a feature', 'core/server/http.ts', '#features/targets/contract.ts', 'core can’t import features'],
    [
      'a test of core leans on a feature',
      'core/server/http.test.ts',
      '#features/targets/contract.ts',
      'tests can’t import features',
    ],
    [
      'a unit test opens a database',
      'features/targets/targets.test.ts',
      '#tests/database.ts',
      'must be a *.server.test.ts',
    ],
    ['a feature knows the composition', 'features/targets/server.ts', '#app/server.ts', 'only app composes'],
    ['the product knows its tools', 'features/targets/server.ts', '#tools/postgres.ts', 'can’t import tests and tools'],
    [
      'a feature reaches into another',
      'features/targets/server.ts',
      '#features/account/server.ts',
      'each other’s contract.ts',
    ],
    [
      'a feature uses samples of another outside tests',
      'features/targets/server.ts',
      '#features/account/samples.ts',
      'each other’s contract.ts',
    ],
    [
      'a test reaches into another feature',
      'features/targets/targets.server.test.ts',
      '#features/account/server.ts',
      'each other’s contract.ts',
    ],
    [
      'the server uses a screen',
      'features/targets/server.ts',
      './client/TargetCard.tsx',
      'only client code can import client code',
    ],
    [
      'a pure file uses a screen',
      'features/targets/actions.ts',
      './client/words.ts',
      'only client code can import client code',
    ],
    [
      'a screen uses the server',
      'features/targets/client/TargetCard.tsx',
      '../server.ts',
      'only server code can import server code',
    ],
    [
      'the shared components use the server',
      'core/ui/Money.tsx',
      '#core/server/http.ts',
      'only server code can import server code',
    ],
    [
      'app knows more of a feature than its declaration',
      'app/client.tsx',
      '#features/targets/client/labels.ts',
      'app can only import a feature’s feature.ts or feature.tsx',
    ],
    ['a relative path leaves its feature', 'features/targets/server.ts', '../account/contract.ts', 'start with #'],
    ['a relative path leaves its part of the core', 'core/sync/protocol.ts', '../contract/errors.ts', 'start with #'],
  ])('rejects an import where %s', (_, from, to, why) => {
    const source = `${importing(to)}export const ${from.match(/(\w+)\.tsx?$/)?.[1]} = 1\n`
    expect(problemsOf({ [from]: source })).toEqual([expect.stringContaining(why)])
  })

  test('rejects an app file that composes both sides', () => {
    const source = importing('#core/server/http.ts') + importing('#core/client/session.ts')
    expect(problemsOf({ 'app/features.ts': source })).toEqual([
      'app/features.ts: composes the client or the server, not both',
    ])
  })

  test('rejects types, dynamic imports, re-exports, and imports over several lines as well', () => {
    const forms = [
      `import type { Thing } from '#features/a/contract.ts'\n`,
      `const thing = await import('#features/a/contract.ts')\n`,
      `export { thing } from '#features/a/contract.ts'\n`,
      `import {\n  one,\n  two,\n} from '#features/a/contract.ts'\n`,
    ]
    for (const source of forms) expect(problemsOf({ 'core/sync/loop.ts': source })).toHaveLength(1)
  })
})

describe('import cycles', () => {
  const cycle = (to: string) =>
    `core/sync/one.ts: imports itself: core/sync/one.ts → ${to} → core/sync/one.ts. Move what they share to a file that imports none of them`

  test.each([
    ['names', `import { two } from './two.ts'\n`],
    ['names over several lines', `import {\n  two,\n  three,\n} from '#core/sync/two.ts'\n`],
    ['names and types', `import { type Two, two } from './two.ts'\n`],
    // The file still runs, because only `import type` disappears entirely.
    ['inline types alone', `import { type Two } from './two.ts'\n`],
    ['everything', `import * as two from './two.ts'\n`],
    ['a default named type', `import type from './two.ts'\n`],
    ['effects', `import './two.ts'\n`],
    ['exports', `export { two } from './two.ts'\n`],
    ['a file that it awaits before anything else', `const { two } = await import('./two.ts')\n`],
  ])('rejects one through an import of %s', (_, source) => {
    expect(problemsOf({ 'core/sync/one.ts': source, 'core/sync/two.ts': importing('./one.ts') })).toEqual([
      cycle('core/sync/two.ts'),
    ])
  })

  test.each([
    ['types', `import type { Two } from './two.ts'\n`],
    ['types over several lines', `import type {\n  Two,\n  Three,\n} from './two.ts'\n`],
    ['exported types', `export type { Two } from './two.ts'\n`],
    ['the type of a module', `type Two = typeof import('./two.ts')\n`],
    ['a lazy part', `export const load = () => import('./two.ts')\n`],
    ['a lazy part of a function', `export async function load() {\n  return await import('./two.ts')\n}\n`],
  ])('accepts one that only %s close', (_, source) => {
    expect(problemsOf({ 'core/sync/one.ts': source, 'core/sync/two.ts': importing('./one.ts') })).toEqual([])
  })

  test('prints the shortest path, once for the files in it', () => {
    const problems = problemsOf({
      'core/sync/before.ts': importing('./one.ts'),
      'core/sync/one.ts': importing('./two.ts') + importing('./last.ts'),
      'core/sync/two.ts': importing('./three.ts') + importing('./last.ts'),
      'core/sync/three.ts': importing('./one.ts'),
      'core/sync/last.ts': '',
      'tools/four.ts': importing('./five.ts'),
      'tools/five.ts': importing('./four.ts'),
    })
    expect(problems).toEqual([
      cycle('core/sync/two.ts → core/sync/three.ts'),
      expect.stringMatching(/^tools\/five.ts: imports itself: tools\/five.ts → tools\/four.ts → tools\/five.ts\./),
    ])
  })

  test('rejects features that import each other’s contracts both ways, even for types', () => {
    const problems = problemsOf({
      'features/targets/client/words.ts': `import type { Report } from '#features/reports/contract.ts'\n`,
      'features/reports/server/activity.ts': importing('#features/targets/pastContract.ts'),
    })
    expect(problems).toEqual([
      'features/reports: imports itself through other features: features/reports/server/activity.ts imports features/targets/pastContract.ts, features/targets/client/words.ts imports features/reports/contract.ts. Use a port or a slot, or move what they share to core',
    ])
  })

  test('rejects features that import each other through a third', () => {
    const problems = problemsOf({
      'features/targets/facts.ts': importing('#features/account/contract.ts'),
      'features/account/facts.ts': importing('#features/reports/contract.ts'),
      'features/reports/facts.ts': importing('#features/targets/contract.ts'),
    })
    expect(problems).toEqual([expect.stringMatching(/^features\/account: imports itself through other features/)])
  })

  test('accepts features that use each other through ports and in tests', () => {
    const problems = problemsOf({
      'features/targets/server/list.ts': importing('#features/account/server/contract.ts'),
      'features/targets/samples.ts': importing('#features/account/samples.ts'),
      'features/targets/list.server.test.ts': importing('#features/account/contract.ts'),
      'features/account/server/people.ts': importing('#features/targets/contract.ts'),
    })
    expect(problems).toEqual([])
  })
})

describe('naming rules', () => {
  test.each([
    ['features/targets/utils.ts', "'utils' is too vague"],
    ['core/server/dateHelpers.ts', "'dateHelpers' is too vague"],
    ['core/misc/dates.ts', "'misc' is too vague"],
    ['features/targets/data.ts', "'data' is too vague"],
    ['features/targets/TargetRules.ts', 'PascalCase is for a .tsx file'],
    ['features/targets/target-rules.ts', 'file names are camelCase'],
    ['features/targets/index.ts', 'no barrels'],
  ])('rejects the file name %s', (file, why) => {
    expect(problemsOf({ [file]: 'export const one = 1\n' })).toEqual([expect.stringContaining(why)])
  })
})

describe('export rules', () => {
  test.each([
    ['a barrel', 'features/targets/all.ts', `export * from './contract.ts'\n`, 'no barrels'],
    ['a default export', 'features/targets/rules.ts', 'export default 1\n', 'named exports only'],
    [
      'a component file without its component',
      'core/ui/Money.tsx',
      'export function Amount() {}\n',
      'exports no Money',
    ],
    [
      'two components in one file',
      'core/ui/Money.tsx',
      'export function Money() {}\nexport const Amount = () => null\n',
      'Amount belongs in a file of its own',
    ],
  ])('rejects %s', (_, file, source, why) => {
    expect(problemsOf({ [file]: source }).join()).toContain(why)
  })
})

test('lists the longest files and functions first', () => {
  const body = (lines: number) => '  step()\n'.repeat(lines)
  problemsOf({
    'core/sync/short.ts': `export function short() {\n${body(2)}}\n`,
    'core/sync/long.ts': `export const long = (\n  input: string,\n) => {\n${body(7)}}\n\nfunction middle() {\n${body(5)}}\n`,
  })
  const { files, functions } = longest(root, 2)
  expect(files[0]).toEqual({ lines: 19, what: 'core/sync/long.ts' })
  expect(functions).toEqual([
    { lines: 11, what: 'core/sync/long.ts long()' },
    { lines: 7, what: 'core/sync/long.ts middle()' },
  ])
})

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

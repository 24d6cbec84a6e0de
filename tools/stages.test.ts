// The output of `npm test`: counts, the time left, and failures.
import { mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { relatedStories, relatedTests } from './changedTests.ts'
import { closingLines, failureText, progressText, type Result, StageLines } from './stageLines.ts'
import { runChecks, runRunner } from './stageRuns.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'pursuit-stages-'))
const said: string[] = []
beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'tests'))
})
afterAll(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

async function resultOf(command: string[]): Promise<Result> {
  const path = join(folder, 'stage.log')
  const lines = new StageLines('tests')
  await runRunner(command, lines, { path, descriptor: openSync(path, 'w') })
  return lines.end()
}
const node = process.execPath

describe('a stage that runs Vitest', () => {
  const vitest = [node, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  const reporter = `--reporter=${join(root, 'tools/vitestProgress.ts')}`

  it('counts tests and names each failure with its reason and the command that runs it alone', async () => {
    writeFileSync(
      join(folder, 'sums.test.mjs'),
      `import { expect, test } from 'vitest'
test('adds', () => expect(1 + 1).toBe(2))
test('adds (often)', () => expect(1 + 1).toBe(3))
test.skip('divides', () => {})`,
    )
    writeFileSync(
      join(folder, 'setUp.test.mjs'),
      `import { beforeAll, test } from 'vitest'
beforeAll(() => { throw new Error('no database') })
test('never begins', () => {})`,
    )
    const { passed, failures } = await resultOf([...vitest, reporter])
    expect(passed).toBe(1)
    const [sum] = failures.filter(({ path }) => path.endsWith('sums.test.mjs'))
    expect(sum).toMatchObject({ title: 'adds (often)', reason: expect.stringContaining('expected 2 to be 3') })
    expect(sum!.rerun).toMatch(/^npx vitest run .*sums\.test\.mjs -t 'adds \\\(often\\\)'$/)
    expect(failures.find(({ path }) => path.endsWith('setUp.test.mjs'))?.reason).toContain('no database')
  })

  it('fails when a runner exits with an error without naming a test', async () => {
    const { failures } = await resultOf([node, '-e', 'console.error("out of memory"); process.exit(3)'])
    expect(failures).toEqual([expect.objectContaining({ title: 'The runner ended with 3', reason: 'out of memory' })])
  })
})

it('counts Playwright tests and names a failure by its line', async () => {
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default { testDir: 'tests', testMatch: '*.e2e.mjs' }`)
  writeFileSync(
    join(folder, 'tests/visit.e2e.mjs'),
    `import { expect, test } from '@playwright/test'
test('is there', () => {})
test('is elsewhere', () => expect('here').toBe('there'))`,
  )
  const { passed, failures } = await resultOf([
    ...[
      node,
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--config',
      join(folder, 'playwright.config.mjs'),
    ],
    `--reporter=${join(root, 'tools/playwrightProgress.ts')}`,
  ])
  expect(passed).toBe(1)
  expect(failures).toEqual([
    expect.objectContaining({
      path: expect.stringMatching(/visit\.e2e\.mjs:3$/),
      title: 'is elsewhere',
      reason: expect.stringContaining('Object.is equality'),
      rerun: expect.stringMatching(/^npx playwright test .*visit\.e2e\.mjs:3$/),
    }),
  ])
})

it("reports failed checks with their output, and doesn't count those that pass", async () => {
  const lines = new StageLines('checks')
  await runChecks(
    [
      { name: 'types', command: [node, '-e', ''], round: 1 },
      { name: 'lint', command: [node, '-e', 'console.log("one problem"); process.exit(1)'], round: 2 },
    ],
    lines,
  )
  expect(lines.end()).toMatchObject({ passed: 0, failures: [{ path: 'lint', reason: 'one problem' }] })
})

it('shows the progress, the failures, and the estimated time left in one line', () => {
  expect(progressText('unit tests', { done: 0, total: 0, failed: 0, seconds: 1 })).toBe('unit tests …')
  expect(progressText('unit tests', { done: 0, total: 40, failed: 0, seconds: 1 })).toBe('unit tests: 0 of 40')
  expect(progressText('unit tests', { done: 10, total: 40, failed: 2, seconds: 20 })).toBe(
    'unit tests: 10 of 40, 2 failed, 60 s left',
  )
  expect(progressText('unit tests', { done: 1, total: 40, failed: 0, seconds: 20 })).toBe(
    'unit tests: 1 of 40, 13.0 min left',
  )
})

it("shows the beginning of a failure's reason", () => {
  const reason = Array.from({ length: 40 }, (_, i) => `\u001b[31mline ${i + 1}\u001b[39m`).join('\n')
  const text = failureText('unit tests', {
    path: 'a.test.ts',
    title: 'adds',
    reason,
    rerun: 'npx vitest run a.test.ts',
  })
  expect(text).toContain('Failed in unit tests: a.test.ts > adds\n    line 1\n')
  expect(text).toContain('    line 12\n    Run it alone: npx vitest run a.test.ts')
  expect(text).not.toContain('line 13')
})

it('ends with the count, below the names of the failures', () => {
  const failure = { path: 'a.test.ts', title: 'adds', reason: 'no', rerun: '' }
  const results = [
    { passed: 5, skipped: 1, failures: [] },
    { passed: 2, skipped: 0, failures: [failure] },
  ]
  expect(closingLines(results, 65)).toBe('Failed:\n  a.test.ts > adds\n\nIn 65 s, 1 skipped:\n7 passed, 1 failed')
  expect(closingLines([{ passed: 5, skipped: 0, failures: [] }], 600)).toBe('In 10.0 min:\n5 passed, 0 failed')
})

describe('changes of the working tree', () => {
  const stories = ['app/palette.e2e.ts', 'features/targets/list/list.e2e.ts', 'features/viewer/viewer.e2e.ts']

  it('in a feature select its e2e tests and the tests that import it', () => {
    const changes = ['features/targets/actions.ts', 'docs/api.md']
    expect(relatedStories(changes, stories)).toEqual(['features/targets/list/list.e2e.ts'])
    expect(relatedTests(changes)).toEqual(['features/targets/actions.ts'])
  })
  it('in shared code select every e2e test', () => {
    expect(relatedStories(['core/ui/Page.module.css'], stories)).toBeNull()
  })
  it('of a migration or of packages select everything', () => {
    expect(relatedTests(['database/migrations/0200_x.sql'])).toBeNull()
    expect(relatedStories(['package.json'], stories)).toBeNull()
  })
  it('of texts and unit tests select no e2e test', () => {
    expect(relatedStories(['README.md', 'features/targets/actions.test.ts'], stories)).toEqual([])
    expect(relatedTests(['README.md'])).toEqual([])
  })
})

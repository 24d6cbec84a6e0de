// What is told at the end of `npm test`: the tests that failed, and those that held only at a second try, by name and with the beginning of their reason.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closingLines, playwrightResult, vitestResult } from './results.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'pursuit-results-'))
afterAll(() => rmSync(folder, { recursive: true }))
const written = (report: object) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('of vitest: failed tests, and files that could not be read', () => {
  const file = written({
    numPassedTests: 7,
    testResults: [
      { name: '/house/core/broken.test.ts', status: 'failed', message: 'Unexpected token', assertionResults: [] },
      {
        name: '/house/core/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'holds', failureMessages: [] },
          { status: 'failed', fullName: 'group breaks', failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'] },
        ],
      },
    ],
  })
  expect(vitestResult(file, '/house')).toEqual({
    passed: 7,
    failed: 2,
    failures: ['core/broken.test.ts\n    Unexpected token', 'core/a.test.ts > group breaks\n    expected 1 to be 2'],
    secondTries: [],
  })
})

test('of vitest: a test that held when it was played again is passed, and named with its first reason', () => {
  // Played by vitest itself, whose report must keep what the first try said.
  mkdirSync(join(folder, 'again'))
  const test = `import { expect, test } from 'vitest'
let tries = 0
test('holds later', () => expect(++tries, 'seed: 4711').toBe(2))
test('never holds', () => expect(1).toBe(2))`
  writeFileSync(join(folder, 'again/later.test.mjs'), test)
  symlinkSync(join(root, 'node_modules'), join(folder, 'again/node_modules'))
  const file = join(folder, 'again.json')
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', join(folder, 'again'), '--retry=1']
  spawnSync(process.execPath, [...vitest, '--reporter=json', `--outputFile=${file}`])
  const result = vitestResult(file, join(folder, 'again'))
  expect(result).toMatchObject({ passed: 1, failed: 1 })
  expect(result.failures.join()).toMatch(/^later\.test\.mjs > never holds\n/)
  expect(result.secondTries).toHaveLength(1)
  expect(result.secondTries[0]).toMatch(
    /^later\.test\.mjs > holds later\n {4}AssertionError: seed: 4711: expected 1 to be 2/,
  )
})

test('the closing lines name what held at the second try before what failed, and end with the count', () => {
  const lines = closingLines({
    passed: 5,
    failed: 1,
    failures: ['unit: a\n    no'],
    secondTries: ['browser: b\n    late'],
  })
  expect(lines).toBe('Held at the second try:\nbrowser: b\n    late\n\nFailed:\nunit: a\n    no\n\n5 passed, 1 failed')
  expect(closingLines({ passed: 5, failed: 0, failures: [], secondTries: [] })).toBe('5 passed, 0 failed')
})

test('of Playwright: what held at the second try is passed, and named with its first reason', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'tests/story.e2e.ts',
    line: 3,
    title,
    tests: [{ status, results: [{ ...(message && { error: { message } }) }, ...(status === 'flaky' ? [{}] : [])] }],
  })
  const file = written({
    stats: { expected: 4, unexpected: 1, flaky: 1 },
    errors: [],
    suites: [
      {
        specs: [spec('a', 'expected'), spec('b', 'flaky', 'once')],
        suites: [{ specs: [spec('c', 'unexpected', 'no')] }],
      },
    ],
  })
  expect(playwrightResult(file)).toEqual({
    passed: 5,
    failed: 1,
    failures: ['tests/story.e2e.ts:3 > c\n    no'],
    secondTries: ['tests/story.e2e.ts:3 > b\n    once'],
  })
})

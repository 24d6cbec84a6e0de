// What is told at the end of `npm test`: the tests that failed, and those that held only at a second try, by name and with the beginning of their reason.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { closingLines, failedFiles, playwrightResult, vitestResult } from './results.ts'

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
    passed: 1,
    failed: 2,
    failures: ['core/broken.test.ts\n    Unexpected token', 'core/a.test.ts > group breaks\n    expected 1 to be 2'],
    secondTries: [],
  })
})

test('of vitest: a test that held when its file was played again is passed, and named with its first reason', () => {
  // Played by vitest itself, whose reports must keep what the first try said.
  const place = join(folder, 'again')
  mkdirSync(place)
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  const test = `import { expect, test } from 'vitest'
const isAgain = process.env.IS_AGAIN === 'yes'
test('holds', () => expect(1).toBe(1))
test('holds later', () => expect(isAgain, 'seed: 4711').toBe(true))
test('holds no more', () => expect(isAgain).toBe(false))
test('never holds', () => expect(1).toBe(2))`
  writeFileSync(join(place, 'later.test.mjs'), test)
  writeFileSync(
    join(place, 'setUp.test.mjs'),
    `import { beforeAll, test } from 'vitest'
beforeAll(() => { if (process.env.IS_AGAIN !== 'yes') throw new Error('too busy') })
test('is set up later', () => {})`,
  )
  const play = (name: string, isAgain: string) => {
    const file = join(folder, name)
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', place]
    const env = { ...process.env, IS_AGAIN: isAgain }
    spawnSync(process.execPath, [...vitest, '--reporter=json', `--outputFile=${file}`], { env })
    return file
  }
  const [first, again] = [play('first.json', 'no'), play('again.json', 'yes')]
  expect(failedFiles(first, place).sort()).toEqual(['later.test.mjs', 'setUp.test.mjs'])
  const { passed, failed, failures, secondTries } = vitestResult(first, place, again)
  expect([passed, failed]).toEqual([4, 1])
  expect(failures[0]).toMatch(/^later\.test\.mjs > never holds\n/)
  const firstLines = secondTries.map((told) => told.split('\n').slice(0, 2).join(':')).sort()
  expect(firstLines).toEqual([
    'later.test.mjs > holds later:    AssertionError: seed: 4711: expected false to be true // Object.is equality',
    'later.test.mjs > holds no more:    AssertionError: expected true to be false // Object.is equality',
    'setUp.test.mjs:    too busy',
  ])
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

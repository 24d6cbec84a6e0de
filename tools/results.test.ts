// What is told at the end of `npm test`: the tests that failed, by name and with the beginning of their reason.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { playwrightResult, vitestResult } from './results.ts'

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
  })
})

test('of Playwright: what held at the second try is not named', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'tests/story.e2e.ts',
    line: 3,
    title,
    tests: [{ status, results: [{ ...(message && { error: { message } }) }] }],
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
  })
})

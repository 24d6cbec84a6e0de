// What the runners' own reports say of a stage: how many tests held, and which did not.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `failures` names each test that failed with the beginning of its reason; tests that ran again and held are not in it. */
export type Result = { passed: number; failed: number; failures: string[] }

export const nothing: Result = { passed: 0, failed: 0, failures: [] }

/** The reason of a failure fits on a screen; the whole of it stands where it happened. */
const REASON_LINES = 12

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Of the file that vitest's JSON reporter wrote. A file that could not be read, or not be set up, counts as one failed test. */
export function vitestResult(file: string, root: string): Result {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [failure(path, message)]
    return failed.map((test) => failure(`${path} > ${test.fullName}`, test.failureMessages.join('\n')))
  })
  return { passed: report.numPassedTests, failed: failures.length, failures }
}

type Suite = {
  suites?: Suite[]
  specs: {
    file: string
    line: number
    title: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: { message?: string }[]
  suites: Suite[]
}

/** Of the file that Playwright's JSON reporter wrote. */
export function playwrightResult(file: string): Result {
  const { stats, errors, suites }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'))
  const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  const failures = suites
    .flatMap(specsOf)
    .flatMap(({ file: path, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => failure(`${path}:${line} > ${title}`, results.at(-1)?.error?.message ?? '')),
    )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [...failures, ...errors.map(({ message }) => failure('Playwright', message ?? ''))],
  }
}

function failure(title: string, reason: string): string {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, REASON_LINES)
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

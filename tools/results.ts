// What the runners' own reports say of a stage: how many tests held, which did not, and which held only when they were played again.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `failures` names each test that failed with the beginning of its reason; `secondTries` those that held when they were played again, with the reason of their first failure. These count as passed. */
export type Result = { passed: number; failed: number; failures: string[]; secondTries: string[] }

export const nothing: Result = { passed: 0, failed: 0, failures: [], secondTries: [] }

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
  // A test that holds keeps the reasons of the tries before.
  const secondTries = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => failure(`${relative(root, name)} > ${test.fullName}`, test.failureMessages[0] ?? '')),
  )
  return { passed: report.numPassedTests, failed: failures.length, failures, secondTries }
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
  /** Those that ended so, each with the reason of one of its tries. */
  const stories = (ended: string, tryToTell: number) =>
    suites
      .flatMap(specsOf)
      .flatMap(({ file: path, line, title, tests }) =>
        tests
          .filter(({ status }) => status === ended)
          .map(({ results }) => failure(`${path}:${line} > ${title}`, results.at(tryToTell)?.error?.message ?? '')),
      )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    failures: [...stories('unexpected', -1), ...errors.map(({ message }) => failure('Playwright', message ?? ''))],
    secondTries: stories('flaky', 0),
  }
}

/** The last lines of `npm test`: who reads only these sees what failed, what held by chance, and how many there were. */
export function closingLines({ passed, failed, failures, secondTries }: Result): string {
  const listed = (title: string, tests: string[]) => (tests.length ? [`${title}\n${tests.join('\n')}`] : [])
  return [
    ...listed('Held at the second try:', secondTries),
    ...listed('Failed:', failures),
    `${passed} passed, ${failed} failed`,
  ].join('\n\n')
}

function failure(title: string, reason: string): string {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, REASON_LINES)
  return [title, ...lines.map((line) => `    ${line}`)].join('\n')
}

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
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Of a test, or of a file that could not be read or not be set up: then without a title. `reason` is null when it held. */
type Outcome = { path: string; title: string; reason: string | null }

function outcomesOf(file: string, root: string): Outcome[] {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(root, name)
    const ended = assertionResults.filter((test) => test.status === 'passed' || test.status === 'failed')
    const tests = ended.map((test) => ({
      path,
      title: test.fullName,
      reason: test.status === 'failed' ? test.failureMessages.join('\n') : null,
    }))
    const isBroken = status === 'failed' && tests.every(({ reason }) => reason === null)
    return isBroken ? [{ path, title: '', reason: message }, ...tests] : tests
  })
}

/** The test files in which something failed, of the file that vitest's JSON reporter wrote. */
export function failedFiles(file: string, root: string): string[] {
  return [...new Set(outcomesOf(file, root).flatMap(({ path, reason }) => (reason === null ? [] : [path])))]
}

/**
 * Of the files that vitest's JSON reporter wrote: of all tests, and of the files that were played again.
 * A file that could not be read, or not be set up, counts as one failed test.
 */
export function vitestResult(file: string, root: string, again?: string): Result {
  const first = outcomesOf(file, root)
  const second = again === undefined ? [] : outcomesOf(again, root)
  const held = new Set(first.filter(({ reason }) => reason === null).map(named))
  const heldLater = ({ path, title }: Outcome) => {
    const same = second.filter((one) => one.path === path && (title === '' || one.title === title))
    return same.length > 0 && same.every(({ reason }) => reason === null)
  }
  const failed = first.filter(({ reason }) => reason !== null)
  const failures = failed.filter((one) => !heldLater(one))
  // One that held first and not again holds by chance as well.
  const notAgain = second.filter((one) => one.reason !== null && held.has(named(one)))
  const later = second.filter((one) => one.reason === null && one.title !== '' && !held.has(named(one)))
  return {
    passed: first.filter(({ reason }) => reason === null).length + later.length,
    failed: failures.length,
    failures: failures.map(told),
    secondTries: [...failed.filter(heldLater), ...notAgain].map(told),
  }
}

const named = ({ path, title }: Outcome) => (title === '' ? path : `${path} > ${title}`)
const told = (outcome: Outcome) => failure(named(outcome), outcome.reason ?? '')

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

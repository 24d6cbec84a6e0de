// A test counts when it has ended. Failures are reported right away.
import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { type Failure, report } from './progress.ts'

export default class PlaywrightProgress implements Reporter {
  #config = ''

  onBegin(config: FullConfig, suite: Suite): void {
    const file = relative(process.cwd(), config.configFile ?? '')
    if (file && file !== 'playwright.config.ts') this.#config = ` --config ${file}`
    report({ total: suite.allTests().length })
  }

  onTestEnd(test: TestCase, { status, errors }: TestResult): void {
    const failures = test.outcome() === 'unexpected' ? [this.#failureOf(test, errors)] : []
    report({ done: 1, passed: status === 'passed' ? 1 : 0, skipped: status === 'skipped' ? 1 : 0, failures })
  }

  /** An error outside the tests, such as in the setup. */
  onError({ message = '' }: TestError): void {
    report({
      done: 0,
      passed: 0,
      skipped: 0,
      failures: [{ path: '', title: 'Playwright', reason: message, rerun: '' }],
    })
  }

  #failureOf({ title, location: { file, line } }: TestCase, errors: readonly TestError[]): Failure {
    const path = `${relative(process.cwd(), file)}:${line}`
    const reason = errors.map(({ message = '' }) => message).join('\n')
    return { path, title, reason, rerun: `npx playwright test${this.#config} ${path}` }
  }
}

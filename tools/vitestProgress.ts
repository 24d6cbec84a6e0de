// A file counts when its tests are done. Failures are reported right away.
import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { type Failure, report, shellWord } from './progress.ts'

export default class VitestProgress implements Reporter {
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    report({ total: specifications.length })
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'failed') report({ done: 0, passed: 0, skipped: 0, failures: [failureOf(test.module, test, errors)] })
  }

  onTestModuleEnd(module: TestModule): void {
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const count = (state: string) => states.filter((one) => one === state).length
    // A failed hook or an unreadable file has no test to name.
    const broken = [module, ...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map((error) => failureOf(module, undefined, [error])),
    )
    report({ done: 1, passed: count('passed'), skipped: count('skipped'), failures: broken })
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = unhandled.map((error) => ({
      path: '',
      title: 'Unhandled error',
      reason: reasonOf(error),
      rerun: '',
    }))
    if (failures.length > 0) report({ done: 0, passed: 0, skipped: 0, failures })
  }
}

function failureOf(module: TestModule, test: TestCase | undefined, errors: readonly SerializedError[]): Failure {
  const path = relative(process.cwd(), module.moduleId)
  const only = test ? ` -t ${shellWord(test.fullName.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))}` : ''
  return {
    path,
    title: test?.fullName ?? '',
    reason: errors.map(reasonOf).join('\n'),
    rerun: `npx vitest run --project ${module.project.name} ${path}${only}`,
  }
}

const reasonOf = ({ message, diff, stack }: SerializedError): string =>
  [message, diff, stack?.split('\n').find((line) => !line.includes('node_modules'))].filter(Boolean).join('\n')

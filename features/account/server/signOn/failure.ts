import type { SignOnProblem } from '../../signOnContract.ts'

/** A sign-on that does not end in a session. The person is told the problem's sentence; `why` is for the firm's audit log: a word of ours. */
export class SignOnFailure extends Error {
  readonly problem: SignOnProblem
  readonly why: string
  constructor(problem: SignOnProblem, why: string, cause?: unknown) {
    super(`${problem}: ${why}`, { cause })
    this.name = 'SignOnFailure'
    this.problem = problem
    this.why = why
  }
}

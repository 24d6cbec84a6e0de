import type { SignOnProblem } from '../../signOnContract.ts'

/** A sign-in without a session. The person sees the problem's message, and `why` is our code for the audit log. */
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

import { type SignOnProblem, signOnProblems } from '../../signOnContract.ts'

/** How a sign-on came back: a key to swap, or a sentence of ours. */
export type SignOnOutcome = { key: string } | { problem: string }

/** Kept apart from the page: a page may be drawn more than once, but what was behind '#' can be read only once. */
let kept: SignOnOutcome | null = null

/** Takes the outcome behind '#' out of the address and the history; answers it until it is forgotten. */
export function readOutcome(): SignOnOutcome | null {
  const given = new URLSearchParams(location.hash.slice(1))
  const key = given.get('key')
  const problem = given.get('problem')
  if (key === null && problem === null) return kept
  kept = key === null ? { problem: signOnProblems[problem as SignOnProblem] ?? signOnProblems.untrusted } : { key }
  history.replaceState(history.state, '', location.pathname + location.search)
  return kept
}

export function forgetOutcome(): void {
  kept = null
}

import { type SignOnProblem, signOnProblems } from '../../signOnContract.ts'

/** How a sign-on came back: a key to swap, one that is for an app, or a sentence of ours. */
export type SignOnOutcome = { key: string } | { appKey: string } | { problem: string }

/** Kept apart from the page: a page may be drawn more than once, but what was behind '#' can be read only once. */
let kept: SignOnOutcome | null = null

/** Takes the outcome behind '#' out of the address and the history; answers it until it is forgotten. */
export function readOutcome(): SignOnOutcome | null {
  const given = new URLSearchParams(location.hash.slice(1))
  const key = given.get('key')
  const appKey = given.get('appKey')
  const problem = given.get('problem')
  if (key !== null) kept = { key }
  else if (appKey !== null) kept = { appKey }
  else if (problem !== null) kept = { problem: signOnProblems[problem as SignOnProblem] ?? signOnProblems.untrusted }
  else return kept
  history.replaceState(history.state, '', location.pathname + location.search)
  return kept
}

export function clearOutcome(): void {
  kept = null
}

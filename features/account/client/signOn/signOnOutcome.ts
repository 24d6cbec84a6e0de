import { type SignOnProblem, signOnProblems } from '../../signOnContract.ts'

/** Outcome of a sign-in: a key to exchange, a key for an app, or our error message. */
export type SignOnOutcome = { key: string } | { appKey: string } | { problem: string }

/** Lives outside the component, because a page can render twice but the part after '#' can be read only once. */
let kept: SignOnOutcome | null = null

/** Removes the outcome after '#' from the URL and the history, and returns it until it is cleared. */
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

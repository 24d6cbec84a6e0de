// Test runners report their progress to `tools/stages.ts` as lines of JSON on file descriptor 3, a pipe that the stage opens.
import { writeSync } from 'node:fs'

/** The name of the environment variable that says that the pipe is there. */
export const PIPE = 'PURSUIT_TEST_PIPE'
const DESCRIPTOR = 3

/** `path` is relative to the root. `rerun` is the command that runs this test alone. */
export type Failure = { path: string; title: string; reason: string; rerun: string }
/** `total` and `done` count what a runner knows in advance: files for Vitest, stories for Playwright. */
export type Progress = { total: number } | { done: number; passed: number; failures: Failure[]; skipped: number }

export function report(progress: Progress): void {
  if (process.env[PIPE]) writeSync(DESCRIPTOR, `${JSON.stringify(progress)}\n`)
}

/** Returns a shell word: quoted, unless it holds nothing that a shell would read. */
export const shellWord = (text: string): string =>
  /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

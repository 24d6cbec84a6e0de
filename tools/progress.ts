// Test runners report progress to `tools/stages.ts` as JSON lines on file descriptor 3, a pipe that the stage opens.
import { writeSync } from 'node:fs'

/** Set when the pipe exists. */
export const PIPE = 'PURSUIT_TEST_PIPE'
const DESCRIPTOR = 3

/** `path` is relative to the root. `rerun` is the command that runs this test alone. */
export type Failure = { path: string; title: string; reason: string; rerun: string }
/** Counted in units known in advance: files for Vitest, tests for Playwright. */
export type Progress = { total: number } | { done: number; passed: number; failures: Failure[]; skipped: number }

export function report(progress: Progress): void {
  if (process.env[PIPE]) writeSync(DESCRIPTOR, `${JSON.stringify(progress)}\n`)
}

/** Quoted if it contains characters special to a shell. */
export const shellWord = (text: string): string =>
  /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`

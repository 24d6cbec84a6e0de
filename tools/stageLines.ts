// A stage of `npm test` is one line with a counter and the time left, plus each failure with the command that runs it
// alone.
import { stripVTControlCharacters } from 'node:util'
import type { Failure, Progress } from './progress.ts'

/** Excluded by a condition. */
export type Result = { passed: number; skipped: number; failures: Failure[] }

/** The stage's log contains the full reason for a failure. */
const REASON_LINES = 12
/** Used when a line can't be rewritten, as in a log. */
const SECONDS_BETWEEN = 30

/** In the order in which their stages started. */
const open: StageLines[] = []
let drawn = 0

export class StageLines {
  #title: string
  #began = performance.now()
  #told = performance.now()
  #result: Result = { passed: 0, skipped: 0, failures: [] }
  #total = 0
  #done = 0
  #note = ''

  constructor(title: string) {
    this.#title = title
    open.push(this)
    if (process.stdout.isTTY) redraw()
    else console.log(`${title} …`)
  }

  take(progress: Progress): void {
    if ('total' in progress) this.#total += progress.total
    else {
      this.#done += progress.done
      this.#result.passed += progress.passed
      this.#result.skipped += progress.skipped
      for (const failure of progress.failures) this.fail(failure)
    }
    this.#tell()
  }

  fail(failure: Failure): void {
    this.#result.failures.push(failure)
    say(failureText(this.#title, failure))
  }

  /** For a stage that has nothing to run. */
  skip(why: string): void {
    this.#note = why
  }

  hasFailed(): boolean {
    return this.#result.failures.length > 0
  }

  /** Returns the stage's result. */
  end(): Result {
    open.splice(open.indexOf(this), 1)
    say(this.#ended())
    return this.#result
  }

  text(): string {
    return progressText(this.#title, {
      done: this.#done,
      total: this.#total,
      failed: this.#result.failures.length,
      seconds: this.#seconds(),
    })
  }

  #seconds(): number {
    return (performance.now() - this.#began) / 1000
  }

  #tell(): void {
    if (process.stdout.isTTY) redraw()
    else if (performance.now() - this.#told > SECONDS_BETWEEN * 1000) {
      this.#told = performance.now()
      console.log(this.text())
    }
  }

  #ended(): string {
    const { passed, skipped, failures } = this.#result
    if (this.#note) return `${this.#title}: ${this.#note}`
    const counts = [`${passed} passed`, `${failures.length} failed`, ...(skipped ? [`${skipped} skipped`] : [])]
    return `${this.#title}: ${counts.join(', ')} in ${timeText(this.#seconds())}`
  }
}

/** Prints above the lines that are rewritten. */
function say(text: string): void {
  erase()
  console.log(text)
  if (process.stdout.isTTY) redraw()
}

function erase(): void {
  if (drawn > 0) process.stdout.write(`\x1b[${drawn}A\x1b[0J`)
  drawn = 0
}

function redraw(): void {
  erase()
  const width = process.stdout.columns || 80
  for (const line of open) process.stdout.write(`${line.text().slice(0, width - 1)}\n`)
  drawn = open.length
}

type Counts = { done: number; total: number; failed: number; seconds: number }

/** The time left assumes that the rest takes the same time per unit. */
export function progressText(title: string, { done, total, failed, seconds }: Counts): string {
  if (total === 0) return `${title} …`
  const left = done === 0 ? '' : `, ${timeText((seconds / done) * (total - done))} left`
  return `${title}: ${done} of ${total}${failed ? `, ${failed} failed` : ''}${left}`
}

export const timeText = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(1)} min`

export function failureText(stage: string, { path, title, reason, rerun }: Failure): string {
  const lines = stripVTControlCharacters(reason).split('\n').slice(0, REASON_LINES)
  return [
    `\nFailed in ${stage}: ${[path, title].filter(Boolean).join(' > ')}`,
    ...lines.map((line) => `    ${line}`),
    ...(rerun ? [`    Run it alone: ${rerun}`] : []),
    '',
  ].join('\n')
}

/** The very last line is 'N passed, N failed'. `seconds` is the total time. */
export function closingLines(results: readonly Result[], seconds: number): string {
  const failures = results.flatMap((result) => result.failures)
  const sum = (count: (result: Result) => number) => results.reduce((all, result) => all + count(result), 0)
  const skipped = sum((result) => result.skipped)
  return [
    ...(failures.length
      ? ['Failed:', ...failures.map(({ path, title }) => `  ${[path, title].filter(Boolean).join(' > ')}`), '']
      : []),
    `In ${timeText(seconds)}${skipped ? `, ${skipped} skipped` : ''}:`,
    `${sum(({ passed }) => passed)} passed, ${failures.length} failed`,
  ].join('\n')
}

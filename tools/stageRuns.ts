// Output goes to the stage's log, and progress to its line.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Check, roundsOf } from './check.ts'
import { runQuietly } from './children.mjs'
import { PIPE, type Progress, shellWord } from './progress.ts'
import type { StageLines } from './stageLines.ts'

/** `path` is where people find it. */
export type Log = { descriptor: number; path: string }

/** Each check counts as one. Checks aren't tests, so the closing line doesn't count those that pass. */
export async function runChecks(checks: readonly Check[], lines: StageLines): Promise<void> {
  lines.take({ total: checks.length })
  for (const round of roundsOf(checks))
    await Promise.all(
      round.map(async ({ name, command }) => {
        const [program = '', ...args] = command
        const { code, output } = await runQuietly(program, args)
        const failure = { path: name, title: '', reason: output.trim(), rerun: command.map(shellWord).join(' ') }
        lines.take({ done: 1, passed: 0, skipped: 0, failures: code === 0 ? [] : [failure] })
      }),
    )
}

/** A runner that exits with an error has failed even if it names no test. */
export async function runRunner([program = '', ...args]: string[], lines: StageLines, log: Log): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', log.descriptor, log.descriptor, 'pipe'],
    env: { ...process.env, [PIPE]: '1' },
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdio[3] as Readable }))
    lines.take(JSON.parse(line) as Progress)
  const [code] = await exited
  if (code === 0 || lines.hasFailed()) return
  const end = readFileSync(log.path, 'utf8').trimEnd().split('\n').slice(-8).join('\n')
  lines.fail({ path: '', title: `The runner ended with ${code}`, reason: end, rerun: '' })
}

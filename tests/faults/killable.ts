// A process of ours that a test starts, reads from, and kills.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Started = {
  child: ChildProcess
  said: string[]
  /** Resolves with the latest line that starts with the word. Throws the output on an earlier exit. */
  until: (word: string) => Promise<string>
  end: (signal: NodeJS.Signals) => Promise<void>
}

/** Compile cache of test servers, so that the next start compiles nothing. */
const compiled = join(import.meta.dirname, '../../node_modules/.cache/compiled')

export function startProcess(file: string, environment: Record<string, string>, args: string[] = []): Started {
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...environment },
  })
  const said: string[] = []
  let rest = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => said.push(text))
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    said.push(...lines)
  })
  return {
    child,
    said,
    async until(word) {
      for (;;) {
        const found = said.findLast((line) => line.startsWith(word))
        if (found !== undefined) return found
        if (child.exitCode !== null) throw new Error(`The process ended:\n${said.join('\n')}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

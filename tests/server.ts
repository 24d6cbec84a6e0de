// Runs the real server as a separate process, as `npm start` does, for browser tests, screenshots, and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '#tools/postgres.ts'

export type RunningServer = {
  url: string
  port: number
  pid: number
  /** Returns the last part of its output. */
  said(): string
  /** Sends SIGTERM and waits until it has ended. */
  stop(): Promise<void>
  /** Sends SIGKILL: nothing is flushed, and no client is notified. */
  kill(): Promise<void>
}

export type ServerOptions = {
  /** PURSUIT_DATA. */
  directory: string
  /** Uses a free port if omitted. */
  port?: number
  environment?: Record<string, string>
  /** Folder of the server's code. Uses this one if omitted. */
  root?: string
}

/** Key of a database that was filled before its server starts, or passed between servers. */
export const SECRET = { PURSUIT_SECRET: 'a key of tests, which seals nothing that anybody keeps' }

const here = join(import.meta.dirname, '..')
/** Defaults: the embedded database, and no drain because no other server takes over. */
const quiet = { DATABASE_URL: '', PURSUIT_SHUTDOWN_GRACE_SECONDS: '0' }
/** Compile cache of `npm start`, so that the next start compiles nothing. */
const compiled = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(here, 'node_modules/.cache/compiled') }
const patience = 240_000

/** Resolves when the server is ready. Rejects with its output if it ends first. */
export async function startServer({
  directory,
  port,
  environment,
  root = here,
}: ServerOptions): Promise<RunningServer> {
  const chosen = port ?? (await freePort())
  const child = spawn(process.execPath, ['app/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compiled, ...quiet, PURSUIT_DATA: directory, PORT: String(chosen), ...environment },
  })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const end = async (signal: NodeJS.Signals) => {
    process.off('exit', killWithUs)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const said = await untilReady(child)
  return {
    said,
    url: `http://localhost:${chosen}`,
    port: chosen,
    pid: child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Returns a function that gets the output so far. */
function untilReady(child: ChildProcess): Promise<() => string> {
  let said = ''
  return new Promise((resolve, reject) => {
    const giveUp = (why: string) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`The server ${why}:\n${said}`))
    }
    const timer = setTimeout(() => giveUp(`was not ready within ${patience / 1000} s`), patience)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-20_000)
        if (!said.includes('Pursuit is ready')) return
        clearTimeout(timer)
        resolve(() => said)
      })
    child.once('exit', (code) => giveUp(`ended with ${code} before it was ready`))
  })
}

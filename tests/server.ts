// The real server as its own process, as `npm start` runs it, for browser tests, pictures and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '#tools/postgres.ts'

export type RunningServer = {
  url: string
  port: number
  pid: number
  /** What it has printed: the last of it. */
  said(): string
  /** SIGTERM, and waits until it has ended. */
  stop(): Promise<void>
  /** SIGKILL: nothing is flushed, nobody is told. */
  kill(): Promise<void>
}

export type ServerOptions = {
  /** PURSUIT_DATA. */
  directory: string
  /** A free one when not given. */
  port?: number
  environment?: Record<string, string>
  /** Where the program lies: this one when not given. */
  root?: string
}

/** The key of a database that was filled before its server starts, or that one server hands to the next. */
export const SECRET = { PURSUIT_SECRET: 'a key of tests, which seals nothing that anybody keeps' }

const here = join(import.meta.dirname, '..')
/** Unless a test says otherwise: the embedded database, and nobody who would take over. */
const quiet = { DATABASE_URL: '', PURSUIT_SHUTDOWN_GRACE_SECONDS: '0' }
/** As `npm start` keeps it: the next start compiles nothing. */
const compiled = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(here, 'node_modules/.cache/compiled') }
const patience = 240_000

/** Resolves when the server says that it is ready; rejects with all it said when it ends before. */
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

/** Answers what it has said by then. */
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

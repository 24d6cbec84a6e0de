// A real PostgreSQL for tests and benchmarks: its own process on a free port, in a folder that goes when it stops.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathOf } from './programs.ts'

export type Postgres = AsyncDisposable & {
  /** Of a superuser, database `postgres`. */
  url: string
  pid: number
  /** SIGKILL to all of it at once, as when its machine loses power; the folder stays until `stop`. */
  kill: () => Promise<void>
  /** All of it says nothing any more, and breaks no connection, as a machine whose network is gone; until the answer is called. */
  freeze: () => () => void
  /** After `kill`, on the same port and folder. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** `isDurable`: flush every commit to the disk, as in production; tests do without. `settings` are PostgreSQL's own names. */
export type PostgresOptions = { isDurable?: boolean; settings?: Record<string, string> }

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = makeFolder()
  const args = ['-D', folder.data, '-U', 'pursuit', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  folder.run('initdb', args)
  return runIn(folder, options)
}

/** One that follows the PostgreSQL of this address through a slot of this name, and calls itself so. */
export async function startStandby(url: string, name: string, options: PostgresOptions = {}): Promise<Postgres> {
  const folder = makeFolder()
  const source = `${url}?application_name=${name}`
  const args = ['-D', folder.data, '-d', source, '-R', '-X', 'stream', '-C', '-S', name, '-c', 'fast', '--no-sync']
  folder.run('pg_basebackup', args)
  return runIn(folder, options)
}

type Folder = ReturnType<typeof makeFolder>

function makeFolder() {
  // A link to it need not have the other programs beside it.
  const bin = dirname(realpathSync(pathOf('postgres')))
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-postgres-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8', TZ: 'UTC' } }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return {
    data: join(folder, 'data'),
    options,
    remove,
    program: (name: string) => join(bin, name),
    run(name: 'initdb' | 'pg_basebackup', args: string[]) {
      const made = spawnSync(join(bin, name), args, { ...options, encoding: 'utf8' })
      if (made.status === 0) return
      remove()
      throw new Error(`PostgreSQL could not make its folder:\n${made.stdout}${made.stderr}${made.error?.message ?? ''}`)
    },
  }
}

async function runIn(folder: Folder, { isDurable = false, settings = {} }: PostgresOptions): Promise<Postgres> {
  const port = await freePort()
  const all = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    // A database of minutes is not worth cleaning, and its cleaners take a core from the tests.
    ...(!isDurable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = () =>
    spawn(folder.program('postgres'), ['-D', folder.data, ...args], {
      ...folder.options,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  let server = start()
  const quit = () => server.kill('SIGQUIT')
  process.once('exit', quit)
  const stop = async () => {
    process.off('exit', quit)
    await stopServer(server)
    folder.remove()
  }
  try {
    await untilReady(server)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `postgres://pursuit@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.pid ?? 0
    },
    async kill() {
      const ended = once(server, 'exit')
      signalAll(server, 'SIGKILL')
      await ended
    },
    freeze() {
      signalAll(server, 'SIGSTOP')
      return () => signalAll(server, 'SIGCONT')
    },
    async restart() {
      server = start()
      await untilReady(server)
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Its children are told by nobody what becomes of it: some would answer for a moment more. */
function signalAll(server: ChildProcess, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ').filter(Boolean)
  server.kill(signal)
  for (const child of children)
    try {
      process.kill(Number(child), signal)
    } catch {
      // It has ended meanwhile.
    }
}

/** PostgreSQL refuses to run as root: then it runs as 'postgres', or 'nobody' where there is no such user. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return
  const idOf = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // No such user: the next one.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody here.')
}

async function untilReady(server: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000)
      if (/ready to accept (read-only )?connections/.test(said)) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)))
  })
}

/** Fast shutdown; after 10 seconds the immediate one. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(impatience)
}

/** Below those that the system gives to connections: it is still free when its server listens a moment later, or again after a restart. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(11_000, 32_000)
    const probe = createServer()
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening')
    } catch {
      continue
    }
    probe.close()
    await once(probe, 'close')
    return port
  }
  throw new Error('No free port.')
}

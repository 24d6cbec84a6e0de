// A real PostgreSQL for tests and benchmarks, on a free port and in a folder that is deleted when it stops.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathOf } from './programs.ts'

export type Postgres = AsyncDisposable & {
  /** URL of a superuser in the database `postgres`. */
  url: string
  pid: number
  /** SIGKILL to all its processes together, like a power failure. The folder stays until `stop`. */
  kill: () => Promise<void>
  /**
   * Suspends all its processes without closing connections, like a lost network. Call the returned function to resume.
   */
  freeze: () => () => void
  /** Starts again after `kill`, on the same port and folder. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** `isDurable` flushes every commit to disk, as in production. `settings` use PostgreSQL's names. */
export type PostgresOptions = { isDurable?: boolean; settings?: Record<string, string> }

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = makeFolder()
  const args = ['-D', folder.data, '-U', 'pursuit', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  folder.run('initdb', args)
  return runIn(folder, options)
}

/** Starts a standby of the PostgreSQL at `url`. `name` is its replication slot and application name. */
export async function startStandby(url: string, name: string, options: PostgresOptions = {}): Promise<Postgres> {
  const folder = makeFolder()
  const source = `${url}?application_name=${name}`
  const args = ['-D', folder.data, '-d', source, '-R', '-X', 'stream', '-C', '-S', name, '-c', 'fast', '--no-sync']
  folder.run('pg_basebackup', args)
  return runIn(folder, options)
}

type Folder = ReturnType<typeof makeFolder>

function makeFolder() {
  // A symbolic link may not have the other programs next to it.
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
    // A database that lives for minutes needs no vacuum, which would take a core from the tests.
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

/** Otherwise some child processes would respond a moment longer. */
function signalAll(server: ChildProcess, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ').filter(Boolean)
  server.kill(signal)
  for (const child of children)
    try {
      process.kill(Number(child), signal)
    } catch {
      // The process has ended in the meantime.
    }
}

/** PostgreSQL doesn't run as root, so it runs as 'postgres', or as 'nobody'. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return
  const idOf = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', name), gid: idOf('-g', name) }
    } catch {
      // The user doesn't exist, so try the next one.
    }
  }
  throw new Error('PostgreSQL can’t run as root, and this machine has neither of the users “postgres” and “nobody”.')
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

/** Requests a fast shutdown, and after 10 seconds an immediate one. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 10_000)
  await ended
  clearTimeout(impatience)
}

/**
 * Below the system's ephemeral range, so that the port is still free when the server listens a moment later or
 * restarts.
 */
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

// A real PgBouncer in transaction mode in front of PostgreSQL, on a free port, in a temporary folder.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort, unprivilegedUser } from '#tools/postgres.ts'
import { pathOf } from '#tools/programs.ts'

export type Pooler = {
  /** URL of the same database through it. */
  url: string
  /** Gives the next callers new sessions, as after a change of session settings. */
  reconnect(): Promise<void>
  stop(): Promise<void>
}

/** `settings` use PgBouncer's own names. */
export async function startPooler(databaseUrl: string, settings: Record<string, string> = {}): Promise<Pooler> {
  const { hostname, port, username, pathname } = new URL(databaseUrl)
  const user = unprivilegedUser()
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-pooler-'))
  const listenPort = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(listenPort),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users.txt'),
    admin_users: username,
    pool_mode: 'transaction',
    default_pool_size: '4',
    ...settings,
  }
  writeFileSync(all.auth_file, `"${username}" ""\n`)
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, ['[databases]', `* = host=${hostname} port=${port}`, '[pgbouncer]', ...lines, ''].join('\n'))
  if (user) for (const path of [folder, file, all.auth_file]) chownSync(path, user.uid, user.gid)
  const child = spawn(pathOf('pgbouncer'), [file], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  const stop = async () => {
    process.off('exit', killWithUs)
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-20_000)
      if (said.includes('process up')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PgBouncer did not start:\n${said}`)))
  })
  const addressOf = (path: string) => `postgres://${username}@127.0.0.1:${listenPort}${path}`
  return {
    url: addressOf(pathname),
    stop,
    async reconnect() {
      const admin = new pg.Client(addressOf('/pgbouncer'))
      await admin.connect()
      await admin.query('reconnect')
      await admin.end()
    },
  }
}

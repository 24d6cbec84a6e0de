// Checks that a start which fails for a fixable reason prints exactly one line with the remedy.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#core/server/database/open.ts'
import { migratedCluster } from '#tests/database.ts'
import { canMount } from '#tests/mounts.ts'
import { type Postgres, startPostgres } from '#tools/postgres.ts'

const root = join(import.meta.dirname, '../..')
const quiet = { DATABASE_URL: '', PURSUIT_DEMO: '0', PORT: '0' }
const isRoot = process.getuid?.() === 0

let home: string
/** A data directory that a server has created and closed. */
let good: string
beforeAll(async () => {
  home = fs.mkdtempSync(join(tmpdir(), 'pursuit-starts-'))
  fs.chmodSync(home, 0o755)
  good = join(home, 'good')
  const template = await migratedCluster()
  await (await openDatabase({ directory: join(good, 'database'), template })).close()
})
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

let copies = 0
function copyOfGood(): string {
  const copy = join(home, `copy${++copies}`)
  fs.cpSync(good, copy, { recursive: true })
  return copy
}

/** Starts a server that must fail. Returns its output, or what is wrong with it. */
async function attempt(
  environment: Record<string, string>,
  [program, ...args]: string[] = [process.execPath],
): Promise<string> {
  const child = spawn(program!, [...args, 'app/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...quiet, NODE_COMPILE_CACHE: join(home, 'compiled'), ...environment },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Pursuit is ready')) child.kill('SIGKILL')
    })
  const [code] = await once(child, 'close')
  expect(code, said).toBe(1)
  // Expects all sentences on one line, without a stack trace.
  expect(said.trimEnd().split('\n'), said).toHaveLength(1)
  return said.trimEnd()
}

describe('a start on the embedded database', () => {
  const harms: Record<string, (cluster: string) => void> = {
    'its control file is cut': (cluster) => fs.truncateSync(join(cluster, 'global/pg_control'), 100),
    'its log is gone': (cluster) => {
      for (const name of fs.readdirSync(join(cluster, 'pg_wal')))
        if (/^0/.test(name)) fs.rmSync(join(cluster, 'pg_wal', name))
    },
    'its tables are gone': (cluster) => fs.rmSync(join(cluster, 'base'), { recursive: true }),
    'its tables are overwritten': (cluster) => {
      const folder = join(cluster, 'base/5')
      for (const name of fs.readdirSync(folder).filter((one) => /^\d+$/.test(one)))
        fs.writeFileSync(join(folder, name), Buffer.alloc(fs.statSync(join(folder, name)).size, 0xab))
    },
    'its version is gone': (cluster) => fs.rmSync(join(cluster, 'PG_VERSION')),
    'its note is cut': (cluster) => fs.writeFileSync(join(cluster, '../engine.json'), '{"pgl'),
    'all of it is gone but the note': (cluster) => fs.rmSync(cluster, { recursive: true }),
  }
  test.for(Object.entries(harms))('names damaged files: %s', async ([, harm]) => {
    const directory = copyOfGood()
    harm(join(directory, 'database/cluster'))
    expect(await attempt({ PURSUIT_DATA: directory })).toMatch(
      /^Can’t open the database in \S+: files are damaged or missing.* restore a backup \(npm run restore -- FILE\)\. Nothing was changed\.$/,
    )
  })

  test('names a data directory that is a file', async () => {
    const directory = join(home, 'aFile')
    fs.writeFileSync(directory, '')
    expect(await attempt({ PURSUIT_DATA: directory })).toMatch(
      /^Can’t use \S+: something on its path isn’t a folder or is missing\. /,
    )
  })

  test.runIf(fs.existsSync('/proc/self'))('names a place where no folder can be created', async () => {
    expect(await attempt({ PURSUIT_DATA: '/proc/pursuit/data' })).toBe(
      'Can’t create /proc/pursuit: its parent isn’t a folder. Choose another one with PURSUIT_DATA=…',
    )
    expect(await attempt({ PURSUIT_DATA: '/proc/self' })).toMatch(/^Can’t create \/proc\/self\/database: /)
  })

  test('names a place where no lock can be created', async () => {
    const directory = copyOfGood()
    fs.rmSync(join(directory, 'database/in-use.lock'), { force: true })
    fs.mkdirSync(join(directory, 'database/in-use.lock'))
    expect(await attempt({ PURSUIT_DATA: directory })).toMatch(
      /^Pursuit can’t lock \S+in-use\.lock \(unable to open database file\)\. .* choose a folder on a local disk with PURSUIT_DATA=…$/,
    )
  })

  test('names a place that belongs to another user', async () => {
    const directory = join(home, 'theirs')
    fs.mkdirSync(directory, { mode: isRoot ? 0o700 : 0o500 })
    const asNoOne = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', process.execPath]
    expect(await attempt({ PURSUIT_DATA: directory, HOME: home }, isRoot ? asNoOne : undefined)).toMatch(
      /^Pursuit can’t write to \S+theirs\S*\. Change its owner to the user Pursuit runs as/,
    )
  })

  test.runIf(canMount())('names a read-only disk', async () => {
    const directory = copyOfGood()
    execFileSync('mount', ['--bind', directory, directory])
    execFileSync('mount', ['-o', 'remount,ro,bind', directory])
    try {
      expect(await attempt({ PURSUIT_DATA: directory })).toMatch(/is on a read-only disk\. Mount it read-write/)
    } finally {
      execFileSync('umount', ['-l', directory])
    }
  })

  test.runIf(canMount())('names a full disk, at the first start and at a later one', async () => {
    const disk = join(home, 'disk')
    fs.mkdirSync(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=150m', 'tmpfs', disk])
    try {
      fs.cpSync(good, join(disk, 'later'), { recursive: true })
      fill(join(disk, 'ballast'))
      for (const name of ['later', 'first'])
        expect(await attempt({ PURSUIT_DATA: join(disk, name) })).toMatch(/^The disk that holds \S+ is full\. /)
      fs.truncateSync(join(disk, 'ballast'), fs.statSync(join(disk, 'ballast')).size - 3_000_000)
      expect(await attempt({ PURSUIT_DATA: join(disk, 'first') })).toMatch(/^The disk that holds \S+ is full\. /)
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  })
})

function fill(file: string): void {
  const ballast = fs.openSync(file, 'w')
  try {
    for (;;) fs.writeSync(ballast, Buffer.alloc(65_536))
  } catch {
    // The disk is completely full.
  } finally {
    fs.closeSync(ballast)
  }
}

test('names a port in use and an address of another machine', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  expect(await attempt({ PURSUIT_DATA: copyOfGood(), PORT: String(port) })).toBe(
    `Port ${port} is in use by another program. Choose another one with PORT=…`,
  )
  other.close()
  expect(await attempt({ PURSUIT_DATA: copyOfGood(), HOST: '203.0.113.7' })).toContain(
    'HOST isn’t an address of this machine.',
  )
})

describe('a start on PostgreSQL', () => {
  let server: Postgres
  let admin: pg.Client
  const addressOf = (change: (url: URL) => void) => {
    const url = new URL(server.url)
    change(url)
    return { DATABASE_URL: url.href, PURSUIT_DATA: join(home, 'postgres') }
  }
  beforeAll(async () => {
    server = await startPostgres()
    admin = new pg.Client(server.url)
    await admin.connect()
    await admin.query(`create role plain login; create role locked login password 'right'`)
    await admin.query('create database fresh')
  })
  afterAll(async () => {
    await admin.end()
    await server.stop()
  })

  test('names a missing database or role', async () => {
    expect(
      await attempt(
        addressOf((url) => {
          url.pathname = '/nowhere'
        }),
      ),
    ).toBe('This PostgreSQL server has no database “nowhere”. Create it with: createdb nowhere')
    expect(
      await attempt(
        addressOf((url) => {
          url.username = 'nobody_here'
        }),
      ),
    ).toMatch(/^PostgreSQL rejected the role “nobody_here” \(.*\)\. Create the role/)
  })

  test('names an unreachable server and a malformed URL', async () => {
    expect(
      await attempt(
        addressOf((url) => {
          // Nothing listens on this port.
          url.port = '1'
        }),
      ),
    ).toMatch(
      /^Can’t reach the database: .*ECONNREFUSED.*\. Check DATABASE_URL, and check that the database is running\.$/,
    )
    expect(await attempt({ DATABASE_URL: 'postgres://me:a#b@localhost:x/y' })).toContain(
      'DATABASE_URL must look like postgres://',
    )
    expect(await attempt({ DATABASE_URL: 'mysql://localhost/y' })).toContain('DATABASE_URL must start with postgres://')
  })

  test('names a wrong password', async () => {
    const { rows } = await admin.query<{ file: string }>(`select current_setting('hba_file') as file`)
    const before = fs.readFileSync(rows[0]!.file, 'utf8')
    fs.writeFileSync(rows[0]!.file, `host all locked 127.0.0.1/32 scram-sha-256\n${before}`)
    await admin.query('select pg_reload_conf()')
    const wrong = addressOf((url) => {
      url.username = 'locked'
      url.password = 'wrong'
    })
    await expect
      .poll(() => attempt(wrong), { timeout: 60_000, interval: 500 })
      .toBe('PostgreSQL rejected the password of the role “locked”. Correct it in DATABASE_URL.')
  })

  test('names a role without setup permissions, and the statements an administrator can run', async () => {
    const plain = addressOf((url) => {
      url.username = 'plain'
      url.pathname = '/fresh'
    })
    const first = await attempt(plain)
    expect(first).toContain('alter database fresh owner to plain; alter schema public owner to plain;')
    const inFresh = new pg.Client(
      addressOf((url) => {
        url.pathname = '/fresh'
      }).DATABASE_URL,
    )
    await inFresh.connect()
    await inFresh.query('alter database fresh owner to plain; alter schema public owner to plain')
    const second = await attempt(plain)
    expect(second).toContain(
      'As a PostgreSQL administrator, run: create role pursuit_app nologin; grant pursuit_app to plain;',
    )
    await inFresh.query('alter database fresh set default_transaction_read_only = on')
    await inFresh.end()
    expect(await attempt(plain)).toContain('This database is read-only')
  })

  test('names a database of a newer Pursuit', async () => {
    await admin.query(`create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      insert into schema_migrations values ('9999_later.sql', '')`)
    expect(await attempt(addressOf(() => {}))).toContain(
      'This database has the migration 9999_later.sql, which this version of Pursuit doesn’t know',
    )
  })
})

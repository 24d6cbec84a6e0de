// Restores a backup on an empty machine: people sign in, and their files open.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { ADMIN, anInstallation, WITHOUT_DEMO } from '#tests/installation.ts'
import { type RunningServer, startServer } from '#tests/server.ts'
import { runPostgresProgram } from '#tools/archive.ts'
import { startPostgres } from '#tools/postgres.ts'

vi.setConfig({ testTimeout: 300_000 })

const root = join(import.meta.dirname, '../..')
const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-backup-'))
  cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
async function started(directory: string, environment: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ directory, environment: { ...WITHOUT_DEMO, ...environment } })
  cleanUp.push(() => server.kill())
  return server
}
async function postgres(): Promise<string> {
  const server = await startPostgres()
  cleanUp.push(server.stop)
  return server.url
}

/** Runs a command as `npm run` does. Returns its output, or throws its error. */
async function command(name: 'backup' | 'restore', file: string, environment: Record<string, string>): Promise<string> {
  const env = { ...process.env, DATABASE_URL: '', ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, [`tools/${name}.ts`, file], { cwd: root, env })
  return stdout
}
const complaint = (run: Promise<unknown>) =>
  run.then(
    () => 'nothing',
    (error) => String(error.stderr ?? error.message),
  )

const headers = () => ({ 'x-client': 'web', 'idempotency-key': randomUUID() })
async function signIn(url: string) {
  const reply = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return { status: reply.status, ...((await reply.json()) as { token: string; Org: { logo: { url: string } } }) }
}
async function sendLogo(url: string): Promise<void> {
  const { token } = await signIn(url)
  const form = new FormData()
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo.png')
  const reply = await fetch(`${url}/api/admin/firm/logo`, {
    method: 'POST',
    headers: { ...headers(), authorization: `Bearer ${token}` },
    body: form,
  })
  expect(reply.status).toBe(200)
}
/** Signs in, and opens the firm's logo like the first screen and the calendar like a client. */
async function openedAt(url: string): Promise<{ logo: Buffer; calendar: string }> {
  const { status, token } = await signIn(url)
  expect(status).toBe(200)
  const link = await fetch(`${url}/api/calendar`, { headers: { ...headers(), authorization: `Bearer ${token}` } })
  const { webcal } = (await link.json()) as { webcal: string }
  const calendar = new URL(webcal.replace('webcal:', 'http:')).pathname
  expect((await fetch(url + calendar)).status).toBe(200)
  const me = await fetch(`${url}/api/user`, { headers: { ...headers(), authorization: `Bearer ${token}` } })
  const { Org } = (await me.json()) as { Org: { logo: { url: string } } }
  const file = await fetch(new URL(Org.logo.url, url))
  expect(file.status).toBe(200)
  return { logo: Buffer.from(await file.arrayBuffer()), calendar }
}

test('restores the embedded database, its files, and its key from a backup of a running server', async () => {
  const [here, there, shelf] = [place(), place(), place()]
  await anInstallation(here)
  const server = await started(here)
  await sendLogo(server.url)
  const opened = await openedAt(server.url)
  const file = join(shelf, 'monday.tar.gz')
  const [said] = await Promise.all([command('backup', file, { PURSUIT_DATA: here }), signIn(server.url)])
  expect(said).toContain(`Backed up to ${file}.`)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(await complaint(command('backup', file, { PURSUIT_DATA: here }))).toBe(
    `${file} already exists. Choose another name, or remove it.\n`,
  )
  expect(await complaint(command('restore', file, { PURSUIT_DATA: here }))).toContain(
    `There’s already a database in ${here}.`,
  )
  await server.kill()

  const empty = join(there, 'data')
  await command('restore', file, { PURSUIT_DATA: empty })
  const again = await started(empty)
  expect(await openedAt(again.url)).toEqual(opened)
  await again.stop()
  expect(readFileSync(join(empty, 'secret.key'), 'utf8')).toBe(readFileSync(join(here, 'secret.key'), 'utf8'))

  // A backup works without a running server.
  await command('backup', join(shelf, 'tuesday.tar.gz'), { PURSUIT_DATA: empty })
  const key = join(empty, 'secret.key')
  renameSync(key, `${key}.away`)
  expect(await complaint(startServer({ directory: empty, environment: WITHOUT_DEMO }))).toContain(
    `The key for this database is missing: ${key} doesn’t exist, and PURSUIT_SECRET isn’t set.`,
  )
  expect(existsSync(key)).toBe(false)
  writeFileSync(key, 'f'.repeat(64))
  const wrong = await complaint(startServer({ directory: empty, environment: WITHOUT_DEMO }))
  expect(wrong).toContain(`${key} doesn’t match the key this database was set up with.`)
  expect(wrong).not.toContain('    at ')
  const renewed = await started(empty, { PURSUIT_RESET_SECRET: '1' })
  await renewed.stop()
  await (await started(empty)).stop()
})

test('restores PostgreSQL from a backup or manual dump and repairs lost permissions', async () => {
  const [here, there, shelf] = [place(), place(), place()]
  const [old, fresh, other] = await Promise.all([postgres(), postgres(), postgres()])
  await anInstallation(here, old)
  const server = await started(here, { DATABASE_URL: old })
  await sendLogo(server.url)
  const opened = await openedAt(server.url)
  const file = join(shelf, 'monday.tar.gz')
  await command('backup', file, { PURSUIT_DATA: here, DATABASE_URL: old })
  const dumped = join(shelf, 'byHand.sql')
  await runPostgresProgram('pg_dump', old, ['--file', dumped])
  await server.stop()

  const empty = join(there, 'data')
  await command('restore', file, { PURSUIT_DATA: empty, DATABASE_URL: fresh })
  expect(await complaint(command('restore', file, { PURSUIT_DATA: empty, DATABASE_URL: fresh }))).toContain(
    'The database at DATABASE_URL isn’t empty.',
  )
  const again = await started(empty, { DATABASE_URL: fresh })
  expect(await openedAt(again.url)).toEqual(opened)
  await again.stop()

  // A manual dump names the role but doesn't create it, so psql reports errors and continues.
  await runPostgresProgram('psql', other, ['--quiet', '--file', dumped])
  const lost = new pg.Client(other)
  await lost.connect()
  expect((await lost.query(`select from pg_roles where rolname = 'pursuit_app'`)).rowCount).toBe(0)
  const byHand = await started(empty, { DATABASE_URL: other })
  expect(await openedAt(byHand.url)).toEqual(opened)
  const { rows } = await lost.query(
    `select has_table_privilege('pursuit_app', 'audit_log', 'update') as may_change, has_function_privilege('pursuit_app', 'enqueue_outgoing(uuid,uuid,text)', 'execute') as may_enqueue`,
  )
  await lost.end()
  expect(rows).toEqual([{ may_change: false, may_enqueue: false }])
})

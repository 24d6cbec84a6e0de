// Runs an earlier version from git's history on the migrated database while both serve, as in a rolling update.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { readMigrations } from '#core/server/database/migrate.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import type { Digest } from '#features/insights/digests/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { createTarget } from '#features/targets/forms/actions.ts'
import { aTarget } from '#features/targets/samples.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { SECRET, startServer } from '#tests/server.ts'

const here = join(import.meta.dirname, '../..')
/** Goes back this many migrations if no release is tagged. */
const BACK = 2

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

/**
 * Returns the latest release, or the commit before the latest migrations, or undefined without history. Skips commits
 * that changed unreleased migrations, because no firm's database ever had those.
 */
function versionBefore(): string | undefined {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', args, { cwd: here, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : ''
  }
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1')
  if (release) return release
  const folder = 'database/migrations'
  const added = git('log', '--no-renames', '--diff-filter=A', '--format=%H', '-20', '--', folder).split('\n')
  return added
    .slice(BACK - 1)
    .map((commit) => git('rev-parse', '--verify', '--quiet', `${commit}~1^{commit}`))
    .find((commit) => {
      if (!commit) return false
      const theirs = git('ls-tree', '--name-only', commit, `${folder}/`).split('\n').at(-1)!
      const since = git('diff', '--no-renames', '--name-status', commit, 'HEAD', '--', folder).split('\n')
      return since.every((line) => line.startsWith('A\t') && line.slice(2) > theirs)
    })
}

/** Checks out its files in a separate folder, with today's packages. */
function checkOut(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-before-'))
  cleanUp.push(() => rmSync(folder, { recursive: true, force: true }))
  const files = execFileSync('git', ['archive', version], { cwd: here, maxBuffer: Number.POSITIVE_INFINITY })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  // A process limited to its own folder can't follow symbolic links out of it. Hard links need one file system.
  const packages = join(here, 'node_modules')
  if (spawnSync('cp', ['-al', packages, folder]).status !== 0) execFileSync('cp', ['-a', packages, folder])
  if (existsSync(join(here, 'dist'))) symlinkSync(join(here, 'dist'), join(folder, 'dist'))
  return folder
}

/** Calls as the person with this address. A failed call fails the test and names the call. */
async function signedIn(url: string, email: string) {
  const call = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const reply = await fetch(`${url}/api/${path}`, {
      method,
      headers: { ...clientHeaders(token), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    expect(reply.status, `${method} ${path}: ${text.slice(0, 300)}`).toBe(200)
    return (reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}) as T
  }
  const { token } = await call<{ token: string }>('POST', 'user/login', { email, password: 'Pursuit#2026' })
  return <T>(method: string, path: string, body?: unknown) => call<T>(method, path, body, token)
}
type Call = Awaited<ReturnType<typeof signedIn>>

/** Performs a typical day of work. Returns the company that was won. */
async function aDay(dana: Call, alex: Call): Promise<string> {
  const company = `Halden ${randomUUID().slice(0, 8)}`
  const { body } = createTarget.request(aTarget({ company }), null)
  const { id } = await dana<TargetTile>('POST', 'tiles', body)
  await dana('PUT', `tiles/${id}`, { goal: 'Win them over at last' })
  await dana('POST', 'tasks', { tile_id: id, description: 'Call them', due: '2026-12-01', help: '' })
  await dana('POST', 'notes', { target_id: id, note: 'They called back.' })
  const { users } = await dana<{ users: { id: string; email: string }[] }>('GET', 'users')
  const { id: me } = await dana<{ id: string }>('GET', 'user')
  await dana('POST', `tiles/${id}/sharewith/${users.find((user) => user.id !== me)!.id}`)
  await dana('POST', `tiles/${id}?action=complete`, { revenue: 40_000 })
  const { tiles } = await dana<{ tiles: TargetTile[] }>('GET', 'tiles?status=active,archived,completed,lost')
  expect(tiles.find((tile) => tile.id === id)).toMatchObject({ company, status: 'completed' })
  for (const path of [`tiles/${id}/timeline`, `tiles/${id}/notes`, 'sync', 'notifications', 'user/standing'])
    await dana('GET', path)
  const { lessons } = await dana<{ lessons: { id: string }[] }>('GET', 'lessons')
  expect(lessons.length).toBeGreaterThan(0)
  await dana('GET', `lessons/${lessons[0]!.id}`)
  await dana('POST', `lessons/${lessons[0]!.id}?watched=3`)
  const digest = await alex<Digest>('POST', 'digest', { title: `Before the year ends ${company}`, draft: true })
  await alex('POST', `digest/${digest.id}`, { title: digest.title, draft: true, revision: digest.revision })
  await alex('GET', 'digest')
  return company
}

const before = versionBefore()
if (!before) console.log('Not played: git has no history here that reaches back to the version before.')

test.skipIf(!before)(
  'serves a day of work through the previous version after this version migrated the database',
  async () => {
    const made = (await makePostgresDatabase())!
    cleanUp.push(made.drop)
    const client = new pg.Client(made.url)
    await client.connect()
    const name = `${new URL(made.url).pathname.slice(1)}_before`
    await client.query(`create database ${name}`)
    cleanUp.push(async () => {
      await client.query(`drop database ${name} with (force)`)
      await client.end()
    })
    const address = new URL(made.url)
    address.pathname = `/${name}`
    const root = checkOut(before!)
    const directory = join(root, 'data')
    mkdirSync(directory)
    const environment = { ...SECRET, DATABASE_URL: address.href }
    const old = await startServer({ directory, environment, root })
    cleanUp.push(() => old.kill())
    const migrations = async () => {
      const looking = new pg.Client(address.href)
      await looking.connect()
      const { rows } = await looking.query<{ name: string }>('select name from schema_migrations order by name')
      await looking.end()
      return rows.map((row) => row.name)
    }
    const oldOnes = await migrations()
    const [dana, alex] = [
      await signedIn(old.url, 'dana@hartwell.example'),
      await signedIn(old.url, 'admin@hartwell.example'),
    ]

    const now = await startServer({ directory, environment: { ...environment, PURSUIT_DEMO: '0' } })
    cleanUp.push(() => now.kill())
    const all = readMigrations().map((one) => one.name)
    expect([await migrations(), oldOnes.length]).toEqual([all, expect.toSatisfy((count: number) => count < all.length)])
    const [newDana, newAlex] = [
      await signedIn(now.url, 'dana@hartwell.example'),
      await signedIn(now.url, 'admin@hartwell.example'),
    ]
    const won = (await Promise.all([aDay(dana, alex), aDay(newDana, newAlex), aDay(dana, alex)])).sort()
    for (const person of [dana, newDana]) {
      const { tiles } = await person<{ tiles: TargetTile[] }>('GET', 'tiles?status=completed')
      expect(
        tiles
          .map(({ company }) => company)
          .filter((company) => won.includes(company))
          .sort(),
      ).toEqual(won)
    }
    // A person who signs in again can reach the old process.
    await (await signedIn(old.url, 'dana@hartwell.example'))('GET', 'user')
    for (const { url } of [old, now]) expect((await fetch(`${url}/healthz`)).status).toBe(200)
    for (const server of [old, now]) expect(server.said()).not.toMatch(/error:|could not|failed:/i)
  },
  300_000,
)

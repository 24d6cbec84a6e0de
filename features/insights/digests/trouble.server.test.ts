// Failures during a run: a full local outbox, and a database that is briefly unreachable.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { canMount } from '#tests/mounts.ts'
import { startMailServer } from '#tests/smtpServer.ts'
import { type DigestHouse, openDigestHouse } from './testing/digestHouse.ts'

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})
const WEEK = '2027-01-11T17:00:00.000Z'

async function aDigestTo(house: DigestHouse, many: number) {
  const people = await Promise.all(Array.from({ length: many }, () => house.api.aPerson(house.orgId)))
  const guide = await house.aContent('Year-end planning guide')
  const made = await house.schedule({ videoinsight_ids: [guide], user_ids: people.map(({ actor }) => actor.id) })
  return { made, people }
}

test.skipIf(!canMount())(
  'stores no partial email in a full local outbox, keeps all pending with the reason, and sends them later',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'pursuit-full-'))
    cleanUp.push(() => rmSync(directory, { recursive: true, force: true }))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', directory])
    cleanUp.push(() => execFileSync('umount', ['-l', directory]))
    const house = await openDigestHouse({ directory })
    cleanUp.push(() => house.close())
    const { made } = await aDigestTo(house, 3)
    // Leaves one page, so that a file can be started but not finished.
    writeFileSync(join(directory, 'filler'), Buffer.alloc(252 * 1024 - 4096))
    await house.at(WEEK)
    await house.until(made.id, ({ runs }) => runs[0]!.waiting === 3)
    await vi.waitFor(
      async () => {
        const there = await house.recipients(await house.read(made.id))
        expect(there.map(({ state, tries }) => [state, tries > 0])).toEqual(Array(3).fill(['waiting', true]))
        expect(there[0]!.reason).toMatch(/space|room|full/i)
      },
      { timeout: 20_000, interval: 200 },
    )
    const mails = () => readdirSync(join(directory, 'mail'))
    expect(mails()).toEqual([])
    rmSync(join(directory, 'filler'))
    await house.system((tx) => tx.sql`update digest_recipients set next_try_at = now()`)
    const done = await house.until(made.id, ({ status }) => status === 'sent')
    expect(done.runs[0]).toMatchObject({ sent: 3, failed: 0, in_doubt: 0 })
    expect(mails()).toHaveLength(3)
    for (const name of mails()) expect(readFileSync(join(directory, 'mail', name), 'utf8')).toMatch(/--\r\n$/)
  },
)

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'continues a run after the database drops all connections, without skipping or repeating anyone',
  async () => {
    const server = await startMailServer()
    cleanUp.push(() => server.close())
    server.behave(() => ({ hold: new Promise((resolve) => setTimeout(resolve, 20)) }))
    const house = await openDigestHouse({ smtpUrl: server.url })
    cleanUp.push(() => house.close())
    const { made, people } = await aDigestTo(house, 60)
    await house.at(WEEK)
    for (const after of [10, 30]) {
      await vi.waitUntil(() => server.taken.length > after, { timeout: 20_000 })
      await house.api.database.pool
        .query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        .catch(() => undefined)
    }
    const done = await house.until(made.id, ({ status }) => status === 'sent').catch(() => house.read(made.id))
    const [run] = done.runs
    expect(run).toMatchObject({ state: 'done', failed: 0, waiting: 0 })
    expect(run!.sent + run!.in_doubt).toBe(people.length)
    const to = server.taken.map((taken) => taken.to[0])
    expect(new Set(to).size).toBe(to.length)
    expect(people.length - to.length).toBeLessThanOrEqual(run!.in_doubt)
  },
)

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { applyFunctions, readFunctions } from '#core/server/database/functions.ts'
import { migrate, readMigrations } from '#core/server/database/migrate.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { reserveSeqs } from './feedSequences.ts'

const OWN_TABLES = { sync: 'main', inbox: 'inbox', lesson: 'lessons', worksheet: 'worksheets', insight: 'insights' }

/** Migrates an empty database to the named migration. `before` runs when it is the only one left. */
async function withMigrated(
  name: string,
  before: (tx: Tx) => Promise<void>,
  after: (database: Database) => Promise<void>,
): Promise<void> {
  const all = readMigrations()
  const at = all.findIndex((migration) => migration.name.includes(name))
  const database = await openDatabase({ directory: 'memory' })
  try {
    await migrate(database, all.slice(0, at), [], new Map())
    await withoutRls(database, async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await before(tx)
    })
    await migrate(database, all.slice(0, at + 1), [], new Map())
    await withoutRls(database, (tx) =>
      applyFunctions(
        tx,
        readFunctions().filter((file) => /feed_(seq|change)/.test(file.name)),
      ),
    )
    await after(database)
  } finally {
    await database.close()
  }
}

test('continues each feed after its last number when the sequences get one table', async () => {
  const [orgId, userId] = [randomUUID(), randomUUID()]
  await withMigrated(
    'feed_sequences',
    async (tx) => {
      for (const [i, table] of Object.keys(OWN_TABLES).entries())
        await tx.query(`insert into ${table}_clocks (org_id, user_id, seq) values ($1, $2, $3)`, [
          orgId,
          userId,
          10 * i + 7,
        ])
    },
    (database) =>
      withOrg(database, orgId, async (tx) => {
        for (const [i, feed] of Object.values(OWN_TABLES).entries())
          expect([feed, await reserveSeqs(tx, feed, userId, 1)]).toEqual([feed, 10 * i + 8])
      }),
  )
})

test('continues a firm’s lessons after the number that all firms shared', async () => {
  const orgId = randomUUID()
  await withMigrated(
    'firm_lesson_sequence',
    async (tx) => {
      await tx.sql`insert into orgs (id, name, subscriptions) values (${orgId}, 'Hartwell & Stone LLP', '[]')`
      await tx.sql`update lesson_clock set seq = 41`
    },
    (database) =>
      withOrg(database, orgId, async (tx) => {
        expect(await reserveSeqs(tx, 'firm_lessons', '00000000-0000-0000-0000-000000000000', 1)).toBe(42)
      }),
  )
})

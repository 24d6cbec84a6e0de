import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { applyFunctions, readFunctions } from '#core/server/database/functions.ts'
import { migrate, readMigrations } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { reserveSeqs } from './feedSequences.ts'

const OWN_TABLES = { sync: 'main', inbox: 'inbox', lesson: 'lessons', worksheet: 'worksheets', insight: 'insights' }

test('continues each feed after its last number when the sequences get one table', async () => {
  const all = readMigrations()
  const at = all.findIndex(({ name }) => name.includes('feed_sequences'))
  const database = await openDatabase({ directory: 'memory' })
  try {
    await migrate(database, all.slice(0, at), [], new Map())
    const [orgId, userId] = [randomUUID(), randomUUID()]
    await withoutRls(database, async (tx) => {
      await tx.query('set local session_replication_role = replica')
      for (const [i, table] of Object.keys(OWN_TABLES).entries())
        await tx.query(`insert into ${table}_clocks (org_id, user_id, seq) values ($1, $2, $3)`, [
          orgId,
          userId,
          10 * i + 7,
        ])
    })
    await migrate(database, all.slice(0, at + 1), [], new Map())
    await withoutRls(database, (tx) =>
      applyFunctions(
        tx,
        readFunctions().filter(({ name }) => /feed_(seq|change)/.test(name)),
      ),
    )
    await withOrg(database, orgId, async (tx) => {
      for (const [i, feed] of Object.values(OWN_TABLES).entries())
        expect([feed, await reserveSeqs(tx, feed, userId, 1)]).toEqual([feed, 10 * i + 8])
    })
  } finally {
    await database.close()
  }
})

// Changes of one shared target that arrive while another one holds it.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Context } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { createTarget, editTarget } from '#features/targets/forms/actions.ts'
import { aTarget } from '#features/targets/samples.ts'
import { targetStore } from '#features/targets/server/store.ts'
import { startPostgres } from '#tools/postgres.ts'
import { flags } from './flags.ts'

const WRITERS = 8

test('lets changes of one target take turns in the order in which they arrived', async () => {
  await using postgres = await startPostgres()
  const database = await openDatabase({ url: postgres.url, poolSize: WRITERS + 3 })
  try {
    await migrate(database)
    const orgId = await withoutRls(database, (tx) => createFirm(tx, flags, { name: 'Writers' }))
    const [dana] = await withoutRls(database, (tx) =>
      addFirmPeople(tx, orgId, [{ email: 'dana@writers.example', first_name: 'Dana', last_name: 'Writer' }]),
    )
    const context = (): Context => ({
      actor: dana!,
      now: new Date().toISOString(),
      zone: DEFAULT_ZONE,
      key: newId(),
      newId,
    })
    const [target] = await withOrg(database, orgId, (tx) =>
      act(tx, targetStore, createTarget, aTarget({ goal: 'Goal' }), context()),
    )
    const { id } = target!
    const order: number[] = []
    const edit = (writer: number, until?: Promise<void>) =>
      withOrg(database, orgId, async (tx) => {
        await act(tx, targetStore, editTarget, { id, goal: `Goal ${writer}` }, context())
        order.push(writer)
        await until
      })
    const isOver = Promise.withResolvers<void>()
    const writers = [edit(0, isOver.promise)]
    while (order.length === 0) await pause(5)
    for (let writer = 1; writer <= WRITERS; writer++) {
      writers.push(edit(writer))
      while ((await waiting()) < writer) await pause(5)
    }
    isOver.resolve()
    await Promise.all(writers)
    expect(order).toEqual(Array.from({ length: WRITERS + 1 }, (_, writer) => writer))

    async function waiting(): Promise<number> {
      const { rows } = await database.pool.query(
        `select count(distinct pid)::int as count from pg_locks where not granted`,
      )
      return rows[0].count
    }
  } finally {
    await database.close()
  }
})

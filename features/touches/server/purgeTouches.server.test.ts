import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, openApi } from '#tests/api.ts'
import { routes, type Touch } from '../contract.ts'
import { purgeTouches } from './purgeTouches.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

test('removes deleted touches with their text after 30 days, and none that can be restored', async () => {
  const dana = await api.aPerson(await api.aFirm())
  const ids = { kept: randomUUID(), recent: randomUUID(), old: randomUUID() }
  await withoutRls(api.database, async (tx) => {
    for (const [name, id] of Object.entries(ids))
      await tx.sql`
        insert into touches (org_id, id, user_id, kind, at, day, direction, subject, body, source, is_shown, people, attachments, created_at, modified_at)
        values (${dana.orgId}, ${id}, ${dana.actor.id}, 'call', now(), current_date, 'out', ${name}, 'Text', 'typed', false, ${[dana.actor.id]}::uuid[], '[]', now(), now())`
    await tx.sql`update touches set deleted_at = now() - interval '29 days' where id = ${ids.recent}`
    await tx.sql`update touches set deleted_at = now() - interval '31 days' where id = ${ids.old}`
  })
  expect((await dana.call(routes.restore, { params: { id: ids.old } })).status).toBe(404)
  await purgeTouches.run(api.database)
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ subject: string }>`select subject from touches where org_id = ${dana.orgId} order by subject`,
  )
  expect(rows.map(({ subject }) => subject)).toEqual(['kept', 'recent'])
  expect((await dana.call<Touch>(routes.restore, { params: { id: ids.recent } })).body.text).toBe('Text')
})

// Tests that contacts which no one sees are deleted after the firm's number of days, and no others.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contact, routes } from '#features/contacts/contract.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Touch, routes as touches } from '#features/touches/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { firmRoutes, retentionDefaults } from './contract.ts'
import { purgeOld } from './server/retention.ts'

let api: Api
let dana: Client
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  dana = await api.aPerson(admin.orgId)
})
afterAll(() => api.close())

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.database.pool.query<T>(text, values)).rows
const create = async (name: string) => {
  const { body } = await dana.call<TargetTile>(targets.create, {
    body: aTarget({ company: name, contact: `${name} Doe`, contact_email: `${name}@x.example`.toLowerCase() }),
  })
  return { id: body.id, contactId: body.contacts![0]!.id }
}
const destroy = async (id: string) => {
  await dana.call(targets.trash, { params: { id } })
  await dana.call(targets.destroy, { params: { id } })
}
const left = async () =>
  (
    await query<{ name: string }>(`select first_name as name from contacts where org_id = $1 order by 1`, [admin.orgId])
  ).map(({ name }) => name)
const age = (days: number) =>
  query(`update contacts set unseen_at = unseen_at - make_interval(days => $2) where org_id = $1`, [admin.orgId, days])

test('deletes them with addresses, words, history, and merges, and keeps those that someone sees', async () => {
  const gone = await create('Gone')
  await dana.call(routes.edit, { params: { id: gone.contactId }, body: { title: 'CFO' } })
  await destroy(gone.id)
  const trashed = await create('Trashed')
  await dana.call(targets.trash, { params: { id: trashed.id } })
  const touched = await create('Touched')
  const { body: touch } = await dana.call<Touch>(touches.create, {
    body: { kind: 'call', at: '2026-01-05T18:00:00.000Z', contacts: [{ id: touched.contactId }] },
  })
  await destroy(touched.id)
  const listed = await dana.call<Contact>(routes.create, { body: { first_name: 'Listed' } })
  expect(listed.status).toBe(200)
  const merged = await create('Merged')
  const into = await create('Into')
  await dana.call(routes.merge, { params: { id: merged.contactId }, body: { into: into.contactId } })
  await destroy(merged.id)
  await destroy(into.id)

  await purgeOld(api.database)
  await age(89)
  await purgeOld(api.database)
  expect(await left()).toEqual(['Gone', 'Into', 'Listed', 'Merged', 'Touched', 'Trashed'])
  await age(2)
  await purgeOld(api.database)
  expect(await left()).toEqual(['Into', 'Listed', 'Merged', 'Touched', 'Trashed'])
  for (const table of ['contact_emails', 'contact_words', 'contact_events'])
    expect(await query(`select 1 from ${table} where contact_id = $1`, [gone.contactId])).toEqual([])

  await query(`update contact_merges set at = at - interval '31 days' where org_id = $1`, [admin.orgId])
  await dana.call(touches.remove, { params: { id: touch.id } })
  await query(`delete from touches where id = $1`, [touch.id])
  for (let run = 0; run < 3; run++) {
    await purgeOld(api.database)
    await age(91)
  }
  expect(await left()).toEqual(['Listed', 'Trashed'])
  expect(await query(`select 1 from contact_merges where org_id = $1`, [admin.orgId])).toEqual([])
})

test('starts over for a contact that someone sees again, and follows the firm’s period', async () => {
  const { id, contactId } = await create('Again')
  await destroy(id)
  await purgeOld(api.database)
  await age(80)
  await query(`update contacts set kept_by = $2 where id = $1`, [contactId, dana.actor.id])
  await query(`select refresh_contacts($1, array[$2]::uuid[])`, [admin.orgId, contactId])
  await purgeOld(api.database)
  expect(await query(`select unseen_at from contacts where id = $1`, [contactId])).toEqual([{ unseen_at: null }])
  await query(`update contacts set kept_by = null where id = $1`, [contactId])
  await query(`select refresh_contacts($1, array[$2]::uuid[])`, [admin.orgId, contactId])
  await purgeOld(api.database)
  const put = (body: object) => admin.call<{ retention: object }>(firmRoutes.putRetention, { body })
  expect((await put({ ...retentionDefaults, contacts: 29 })).status).toBe(400)
  expect((await put({ ...retentionDefaults, contacts: 400 })).status).toBe(200)
  // A device with the previous version leaves the period as it is.
  const { contacts: _, ...earlier } = retentionDefaults
  expect((await put(earlier)).body.retention).toEqual({ ...retentionDefaults, contacts: 400 })
  await age(399)
  await purgeOld(api.database)
  expect(await left()).toContain('Again')
  await age(2)
  await purgeOld(api.database)
  expect(await left()).not.toContain('Again')
})

// The number and names of recipients are shown and checked before a digest is sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORG_REPORT } from '#core/contract/orgReport.ts'
import type { Client } from '#tests/api.ts'
import { type Digest, routes, type Unmailed } from './contract.ts'
import { digestMessages } from './fields.ts'
import { skippedItems } from './items.ts'
import { type DistributionList, listRoutes } from './lists.ts'
import { type DigestHouse, openDigestHouse } from './testing/digestHouse.ts'

let house: DigestHouse
let guide: string
const people: Record<'reader' | 'over' | 'blind', Client> = {} as never
beforeAll(async () => {
  house = await openDigestHouse()
  guide = await house.aContent('Year-end planning guide')
  for (const name of ['reader', 'over', 'blind'] as const) people[name] = await house.api.aPerson(house.orgId)
  const set = (who: Client, name: string) =>
    house.system(
      (tx) =>
        tx.sql`update users set settings = settings || jsonb_build_object(${name}::text, 0) where id = ${who.actor.id}`,
    )
  await set(people.over, 'ping-digests-email')
  await set(people.blind, ORG_REPORT)
})
afterAll(() => house.close())

const add = (more: object) =>
  house.admin.call<Digest & { errors: Record<string, string> }>(routes.add, {
    body: house.input({ videoinsight_ids: [guide], ...more }),
  })
const idsOf = (...who: Client[]) => who.map(({ actor }) => actor.id)

test('rejects a digest without reachable recipients, and sending a draft of it', async () => {
  const list = await house.aList({ name: 'No one yet' })
  for (const to of [{ list_ids: [list.id] }, { user_ids: idsOf(people.over, people.blind) }]) {
    const { status, body } = await add(to)
    expect([status, body.errors]).toEqual([400, { user_ids: digestMessages.noContact }])
    const draft = await add({ ...to, draft: true })
    expect(draft.status).toBe(200)
    const params = { id: draft.body.id }
    expect((await house.admin.call(routes.sendNow, { params })).status).toBe(400)
    expect(
      (await house.admin.call(routes.edit, { params, body: house.input({ videoinsight_ids: [guide], ...to }) })).status,
    ).toBe(400)
  }
})

test("counts contacts without people who unsubscribed or don't see Insights, each with a reason", async () => {
  const all = idsOf(people.reader, people.over, people.blind)
  const list = await house.aList({ name: 'All three', user_ids: all })
  expect(list.reach).toBe(1)
  expect(
    (await house.admin.call<{ distributionlists: DistributionList[] }>(listRoutes.list)).body.distributionlists,
  ).toContainEqual(list)
  expect((await add({ list_ids: [list.id] })).body.contacts).toBe(1)
  const unmailed = (await house.admin.call<{ people: Unmailed[] }>(routes.unmailed)).body.people
  expect(new Map(unmailed.map(({ user_id, reason }) => [user_id, reason]))).toEqual(
    new Map([
      [people.over.actor.id, skippedItems.unsubscribed],
      [people.blind.actor.id, skippedItems.noInsights],
    ]),
  )
  expect((await people.reader.call(routes.unmailed)).status).toBe(403)
})

test("sends nothing to someone who doesn't see Insights, not even links", async () => {
  const link = { url: 'https://vimeo.com/76979871', title: 'A walk through a lease' }
  const { body } = await add({ user_ids: idsOf(people.reader, people.blind), external_content: [link] })
  await house.admin.call(routes.sendNow, { params: { id: body.id } })
  const got = new Map((await house.recipients(await house.read(body.id))).map((one) => [one.user_id, one]))
  expect(got.get(people.blind.actor.id)).toMatchObject({ state: 'skipped', reason: skippedItems.noInsights })
  expect(got.get(people.reader.actor.id)).not.toMatchObject({ state: 'skipped' })
})

test("previews the number of recipients and the items that some of them can't open", async () => {
  const closed = await house.aContent('For partners', { people: [house.admin] })
  const { body } = await add({
    videoinsight_ids: [guide, closed],
    user_ids: idsOf(house.admin, people.reader, people.blind),
  })
  const preview = await house.admin.call(routes.preview, { params: { id: body.id } })
  expect(preview.body).toMatchObject({ contacts: 2, closed_items: [{ title: 'For partners', people: 1 }] })
})

test("leaves a person out of lists and names, doesn't count them, and lists them separately in the run", async () => {
  const [kept, out] = [await house.api.aPerson(house.orgId), await house.api.aPerson(house.orgId)]
  const list = await house.aList({ name: 'With one left out', user_ids: idsOf(kept, out) })
  const given = { list_ids: [list.id], user_ids: idsOf(out), left_out_ids: idsOf(out) }
  const { body } = await add(given)
  expect(body).toMatchObject({ contacts: 1, left_out_ids: idsOf(out) })
  const params = { id: body.id }
  const copy = await house.admin.call<Digest>(routes.duplicate, { params })
  expect(copy.body).toMatchObject({ contacts: 1, left_out_ids: idsOf(out) })
  await house.admin.call(routes.sendNow, { params })
  const got = new Map((await house.recipients(await house.read(body.id))).map((one) => [one.user_id, one]))
  expect(got.get(out.actor.id)).toMatchObject({ state: 'skipped', reason: skippedItems.byAuthor })
  expect(got.get(kept.actor.id)).not.toMatchObject({ state: 'skipped' })

  const back = house.input({ videoinsight_ids: [guide], list_ids: [list.id] })
  const again = await house.admin.call<Digest>(routes.edit, { params: { id: copy.body.id }, body: back })
  expect(again.body).toMatchObject({ contacts: 2, left_out_ids: [] })
  const none = await add({ ...given, left_out_ids: idsOf(kept, out) })
  expect([none.status, none.body.errors]).toEqual([400, { user_ids: digestMessages.noContact }])
  const stranger = await house.api.aPerson(await house.api.aFirm())
  expect((await add({ ...given, left_out_ids: idsOf(stranger) })).status).toBe(404)
})

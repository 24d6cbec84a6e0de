import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import type { CompanyAnswer } from './contract.ts'

let api: Api
let [dana, lee, morgan, robin]: Client[] = []
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  const org = await api.aFirm()
  dana = await api.aPerson(org, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(org, { first_name: 'Lee', last_name: 'Park' })
  morgan = await api.aPerson(org, { first_name: 'Morgan', last_name: 'Vale' })
  robin = await api.aPerson(await api.aFirm())
  const group = randomUUID()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into groups (org_id, id, name) values (${org}, ${group}, 'Litigation')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${org}, ${group}, ${morgan!.actor.id})`
    await tx.sql`insert into group_members (org_id, group_id, user_id) values (${org}, ${group}, ${lee!.actor.id})`
  })
})

const made = async (by: Client | undefined, given: Parameters<typeof aTarget>[0] = {}) =>
  (await by!.call<TargetTile>(routes.create, { body: aTarget({ company: 'Acme, Inc.', ...given }) })).body
const named = async (by: Client | undefined, name = 'ACME', before?: string) =>
  (await by!.call<CompanyAnswer>(routes.company, { query: { name, before } })).body
const seen = async (by: Client | undefined, name?: string) =>
  (await named(by, name)).targets.map(({ contact, standing }) => `${contact} ${standing}`).sort()

test('shows my targets in any spelling and status, and no one else’s', async () => {
  await made(dana, { contact: 'One' })
  const { id: won } = await made(dana, { contact: 'Two', company: 'acme incorporated' })
  await dana!.call(routes.complete, { params: { id: won }, body: { revenue: 500 } })
  await made(dana, { contact: 'Elsewhere', company: 'Acme Bank' })
  const { id: gone } = await made(dana, { contact: 'Thrown away' })
  await dana!.call(routes.trash, { params: { id: gone } })
  await made(lee, { contact: 'Of Lee' })
  await made(robin, { contact: 'Of another firm' })
  expect(await seen(dana, 'The Acme Company')).toEqual(['One own', 'Two own'])
  const { targets, isCut, isRenamed } = await named(dana)
  expect([isCut, isRenamed]).toEqual([false, false])
  expect(targets.find(({ id }) => id === won)).toMatchObject({ status: 'completed', revenue: 500, step: '' })
  expect(targets.find(({ contact }) => contact === 'One')).toMatchObject({
    step: 'Send the draft engagement letter',
    due: '2026-11-27',
    owner: 'Dana Reyes',
    person_id: null,
  })
  expect(await named(dana, '!!!')).toEqual({
    name: '!!!',
    isRenamed: false,
    merged: [],
    targets: [],
    isCut: false,
    events: [],
    older: null,
  })
  expect((await dana!.call(routes.company, { query: {} })).status).toBe(400)
})

test("shows a manager their people's non-private targets and notifies those people", async () => {
  const { id } = await made(lee, { contact: 'Open' })
  await made(lee, { contact: 'Secret', private: true })
  await made(dana, { contact: 'Not managed' })
  const { targets, events } = await named(morgan)
  expect(targets).toMatchObject([{ id, standing: 'managed', person_id: lee!.actor.id, contact: 'Open' }])
  expect(events.map(({ kind, target_id }) => `${kind} ${target_id}`).sort()).toEqual([
    `stepTaken ${id}`,
    `targetCreated ${id}`,
  ])
  type Looks = { looks: { user_id: string }[] }
  expect((await lee!.call<Looks>(routes.looks)).body.looks).toMatchObject([{ user_id: morgan!.actor.id }])
  expect((await dana!.call<Looks>(routes.looks)).body.looks).toEqual([])
  expect(await seen(lee)).toEqual(['Open own', 'Secret own'])
})

test('shows an invited person what an invitation shows, and everything once accepted', async () => {
  const { id } = await made(dana, { contact: 'Jane', contact_phone: '206 555 0134', note: 'Careful' })
  const shared = (await dana!.call<TargetTile>(routes.share, { params: { id, userId: lee!.actor.id } })).body
  const invited = await named(lee)
  expect(invited.targets).toMatchObject([
    { standing: 'invited', contact_email: '', contact_phone: '', projected_revenue: null, due: null },
  ])
  expect(invited.targets[0]!.step).toBe('Send the draft engagement letter')
  expect(invited.events).toEqual([])
  const share = shared.collaborators.find(({ user_id }) => user_id === lee!.actor.id)!.share_id
  await lee!.call(routes.acceptShare, { params: { id: share } })
  expect((await named(lee)).targets).toMatchObject([{ standing: 'shared', contact_phone: '206 555 0134' }])
  expect((await named(lee)).events.map(({ kind }) => kind)).toContain('targetShared')
})

test("shows one paged history over all targets without other people's notes", async () => {
  const { id } = await made(dana, { contact: 'Jane' })
  const { id: other } = await made(dana, { contact: 'Kim' })
  for (let n = 0; n < 60; n++)
    await dana!.call(routes.takeStep, {
      body: { tile_id: n % 2 ? id : other, description: `Step ${n}`, due: '2026-12-01', help: '' },
    })
  const first = await named(dana)
  const pages = [first.events]
  for (let { older } = first; older !== null; ) {
    const next = await named(dana, 'Acme', older)
    pages.push(next.events)
    older = next.older
  }
  const all = pages.flat()
  expect(pages.length).toBeGreaterThan(1)
  expect(all.filter(({ kind }) => kind === 'targetCreated')).toHaveLength(2)
  // Each create came with its first step.
  expect(all.filter(({ kind }) => kind === 'stepTaken')).toHaveLength(62)
  expect(new Set(all.map((event) => event.id)).size).toBe(all.length)
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .sort()
      .reverse(),
  )
  expect((await dana!.call(routes.company, { query: { name: 'Acme', before: 'x' } })).status).toBe(400)

  const { id: theirs } = await made(lee, { contact: 'Noted', company: 'Borealis' })
  await lee!.call(routes.addNote, { body: { target_id: theirs, note: 'For my eyes' } })
  expect(JSON.stringify((await named(morgan, 'Borealis')).events)).not.toContain('For my eyes')
})

test('redirects an old name to the new one for people who can see the targets', async () => {
  const { id } = await made(dana, { company: 'Quillon Steelworks' })
  await dana!.call(routes.edit, { params: { id }, body: { company: 'Northern Forge' } })
  expect(await named(dana, 'Quillon Steelworks GmbH')).toMatchObject({ name: 'Northern Forge', isRenamed: true })
  expect(await named(lee, 'Quillon Steelworks')).toMatchObject({ name: 'Quillon Steelworks', isRenamed: false })
  // Someone uses the old name again, so the name belongs to their company.
  await made(dana, { company: 'Quillon Steelworks', contact: 'New' })
  expect(await named(dana, 'Quillon Steelworks')).toMatchObject({ name: 'Quillon Steelworks', isRenamed: false })
  await dana!.call(routes.trash, { params: { id } })
  await dana!.call(routes.destroy, { params: { id } })
  expect(await seen(dana, 'Northern Forge')).toEqual([])
})

test('finds older targets once the background task has indexed them', async () => {
  const { id } = await made(dana, { contact: 'Old' })
  const { id: lost } = await made(dana, { contact: 'Lost long ago' })
  await dana!.call(routes.lose, { params: { id: lost }, body: { lost_reason: 'Timing' } })
  await api.caughtUp()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`update targets set company_key = null where id = any(${[id, lost]}::uuid[])`
  })
  expect(await seen(dana)).toEqual([])
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into upkeep (org_id, target_id) select org_id, id from targets where id = any(${[id, lost]}::uuid[]) returning 1`
  })
  await api.caughtUp()
  expect(await seen(dana)).toEqual(['Lost long ago own', 'Old own'])
})

test('looks up overlaps by ID and reveals no more than before', async () => {
  for (let n = 0; n < 7; n++) await made(lee, { contact: `Contact ${n}`, contact_email: '' })
  await api.caughtUp()
  type Overlaps = { overlaps: object[] }
  const ask = async (limit?: number) =>
    (await dana!.call<Overlaps>(routes.overlaps, { query: { company: 'Acme', limit } })).body.overlaps
  expect(await ask()).toHaveLength(5)
  expect(await ask(20)).toHaveLength(7)
  for (const one of await ask(20)) expect(Object.keys(one).sort()).toEqual(['answer', 'member', 'target', 'target_id'])
  expect((await dana!.call(routes.overlaps, { query: { company: 'Acme', limit: 21 } })).status).toBe(400)
})

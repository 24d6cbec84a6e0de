// Cards that are generated at night, requested, and written for everyone.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, DEFAULT_ZONE, dayIn, instantOf } from '#core/contract/dates.ts'
import { type Feed, feedRoutes } from '#core/contract/feed.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { defineFeature } from '#core/server/feature.ts'
import { wake as look } from '#core/server/work/work.ts'
import { routes as inbox } from '#features/notifications/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type AuthoredInsight, type Insight, routes } from './contract.ts'
import { cardPorts, firmsDue, makeCards, making, type Ports } from './server/making.ts'

const today = dayIn(DEFAULT_ZONE, new Date())
/** A morning in the future, so that the server's own background task has nothing to do. */
const morning = (days: number) => instantOf(DEFAULT_ZONE, `${addDays(today, days)} 05:00:00`)

let api: Api
let ports: Ports
/** Gets the same ports as the cards. */
const listening = defineFeature({
  name: 'listening',
  needs: cardPorts,
  routes: (given) => {
    ports = given
    return []
  },
})
beforeAll(async () => {
  api = await openApi({ also: [listening] })
})
afterAll(() => api.close())

/** Generates the cards of that morning, as the background task does. */
async function wake(orgId: string, days: number, size = 3): Promise<void> {
  const night = await makeCards(api.database, orgId, morning(days), ports)
  while ((await night.next(size)).isLeft);
}
const cardsOf = async (person: Client, route: typeof routes.all = routes.all) =>
  (await person.call<{ insights: Insight[] }>(route)).body.insights
const create = (person: Client, company: string, more = {}) =>
  person.call<{ id: string }>(targets.create, {
    body: aTarget({
      company,
      contact: `Head of ${company}`,
      contact_email: '',
      tasks: [{ description: `Call ${company}`, due: addDays(today, 3), help: '' }],
      ...more,
    }),
  })
/** The target's step is overdue by the morning under test. */
async function aLateTarget(person: Client, company = 'Halden Shipping', more = {}) {
  const { body } = await create(person, company, more)
  return body.id
}
const system = <T>(statement: ReturnType<typeof sql<T>>) =>
  withoutRls(api.database, async (tx) => (await tx.run(statement)).rows)

test("generates cards from the person's own Targets, with their figures, for that person only", async () => {
  const orgId = await api.aFirm()
  const [dana, lee] = [await api.aPerson(orgId), await api.aPerson(orgId)]
  const id = await aLateTarget(dana, 'Halden Shipping', { projected_revenue: 40_000 })
  await wake(orgId, 5)
  const [card, ...more] = await cardsOf(dana)
  expect(more).toEqual([])
  expect(card).toMatchObject({
    type: 'tracker',
    code: 'overdue',
    observation: 'One step is overdue',
    data_value: '$40,000',
    status: 'new',
    act: 'snooze',
    target_id: id,
    because: [{ label: 'Halden Shipping', value: '2 days', amount: '$40,000', size: 1, target_id: id }],
  })
  expect(await cardsOf(lee)).toEqual([])
  expect((await lee.call(routes.view, { params: { id: card!.id } })).status).toBe(404)
  const { status, body } = await lee.call(routes.view, { params: { id: randomUUID() } })
  expect([status, body]).toMatchObject([404, { message: 'No insight found with the specific id.' }])
})

test('repeats a finding only after 14 days, and only while it still applies', async () => {
  const orgId = await api.aFirm()
  const dana = await api.aPerson(orgId)
  await aLateTarget(dana)
  const seen: number[] = []
  for (let day = 4; day <= 19; day++) {
    await wake(orgId, day)
    const made = (await cardsOf(dana)).filter((one) => one.code === 'overdue' && one.day === addDays(today, day))
    if (made.length > 0) seen.push(day)
  }
  expect(seen).toEqual([4, 18])
})

const names = ['Orme', 'Bastion', 'Quill', 'Zephyr', 'Hadley', 'Tarn', 'Vesper', 'Ludlow']
test("generates each person's cards once despite two concurrent processes and an interrupted one", async () => {
  const orgId = await api.aFirm()
  const people = await Promise.all(Array.from({ length: 8 }, () => api.aPerson(orgId)))
  for (const [at, person] of people.entries()) await aLateTarget(person, names[at])
  const cut = await makeCards(api.database, orgId, morning(5), ports)
  await cut.next(2)
  await Promise.all([wake(orgId, 5, 1), wake(orgId, 5, 2), wake(orgId, 5, 3)])
  for (const person of people) expect((await cardsOf(person)).map(({ code }) => code)).toEqual(['overdue'])
  expect(await firmsDue(api.database, morning(5))).not.toContainEqual({ orgId })
  expect(await firmsDue(api.database, morning(6))).toContainEqual({ orgId })
  // Before three in the morning the firm's new day hasn't started.
  const night = instantOf(DEFAULT_ZONE, `${addDays(today, 6)} 02:59:00`)
  expect(await firmsDue(api.database, night)).not.toContainEqual({ orgId })
})

test('marks an opened card as viewed on all devices and stores its rating, except during impersonation', async () => {
  const orgId = await api.aFirm()
  const dana = await api.aPerson(orgId)
  await aLateTarget(dana)
  await wake(orgId, 5)
  const sync = async (after?: string) =>
    (await dana.call<Feed>(feedRoutes.changes, { query: { after: after ? `insights:${after}` : 'insights' } })).body
      .collections.insights!
  const first = await sync()
  expect(first.rows).toMatchObject([{ status: 'new' }])
  const { id } = first.rows[0]!
  const viewed = await dana.call<Insight>(routes.view, { params: { id } })
  expect(viewed.body.status).toBe('viewed')
  expect(first.rows[0]).not.toMatchObject({ created: viewed.body.created })
  expect(viewed.body.created.slice(0, 10)).toBe(today)
  expect(await cardsOf(dana)).toMatchObject([{ created: viewed.body.created }])
  expect((await sync(first.cursor)).rows).toMatchObject([{ id, status: 'viewed' }])
  const rated = await dana.call<Insight>(routes.rate, { params: { id }, body: { useful: false } })
  expect(rated.body.useful).toBe(false)
  const undone = await dana.call<Insight>(routes.rate, { params: { id }, body: { useful: null } })
  expect(undone.body).not.toHaveProperty('useful')
})

test('ranks cards lower after a person rates them as not useful', async () => {
  const orgId = await api.aFirm()
  const dana = await api.aPerson(orgId)
  await aLateTarget(dana)
  await wake(orgId, 5)
  const [card] = await cardsOf(dana)
  await dana.call(routes.rate, { params: { id: card!.id }, body: { useful: false } })
  // Still overdue in the following two weeks, in addition to a high-value Target without a step.
  await dana.call(targets.create, { body: aTarget({ company: 'Orme Capital', value: 'H' }) })
  const steps = await system(
    sql`update tasks set completed_at = now() where org_id = ${orgId} and description like 'Send%' returning target_id`,
  )
  await system(
    sql`select rebuild_target_views(${orgId}, ${steps.map((one) => (one as { target_id: string }).target_id)}::uuid[])`,
  )
  await wake(orgId, 20)
  const made = (await cardsOf(dana)).filter(({ day }) => day === addDays(today, 20)).map(({ code }) => code)
  expect(made[0]).toBe('high_without_step')
  expect(made).toContain('overdue')
})

test('removes a card, even from devices, once the person no longer sees its Target', async () => {
  const orgId = await api.aFirm()
  const dana = await api.aPerson(orgId)
  const id = await aLateTarget(dana)
  await wake(orgId, 5)
  const { body } = await dana.call<Feed>(feedRoutes.changes, { query: { after: 'insights' } })
  const { rows, cursor } = body.collections.insights!
  await dana.call(targets.trash, { params: { id } })
  await wake(orgId, 6)
  expect(await cardsOf(dana)).toEqual([])
  const after = await dana.call<Feed>(feedRoutes.changes, { query: { after: `insights:${cursor}` } })
  expect(after.body.collections.insights!.gone).toEqual([rows[0]!.id])
})

test('gives new people their first cards without a notification, then notifies them once a day', async () => {
  const orgId = await api.aFirm()
  const dana = await api.aPerson(orgId)
  await aLateTarget(dana)
  const told = async () =>
    (await dana.call<{ notifications: { kind: string; text: string }[] }>(inbox.list)).body.notifications.filter(
      ({ kind }) => kind === 'daily_insights',
    )
  await wake(orgId, 5)
  expect(await told()).toEqual([])
  await dana.call(targets.create, {
    body: aTarget({ company: 'Orme Capital', tasks: [{ description: 'Call', due: addDays(today, 4), help: '' }] }),
  })
  await wake(orgId, 6)
  await wake(orgId, 6)
  expect((await told()).map(({ text }) => text)).toEqual(['You have a new insight.'])
})

test('gives people without access to Insights no cards and rejects their calls', async () => {
  const orgId = await api.aFirm()
  const closed = await api.aPerson(orgId, { settings: { 'key-org_report': 0 } })
  await aLateTarget(closed)
  await wake(orgId, 5)
  expect((await closed.call(routes.all)).status).toBe(403)
  expect(await system(sql`select from insight_cards where user_id = ${closed.actor.id}`)).toEqual([])
  const { body } = await closed.call<Feed>(feedRoutes.changes, { query: { after: 'insights' } })
  expect(body.collections.insights).toBeNull()
})

const words = {
  category: 'Tenders',
  observation: 'Our fee table won two tenders',
  data_value: '2 of 3',
  data_label: 'tenders',
  suggestion: 'Use it.',
}
const dates = (from: number, to: number) => ({ begins: addDays(today, from), ends: addDays(today, to) })
const write = (who: Client, from: number, to: number, more = {}) =>
  who.call<{ insights: AuthoredInsight[] }>(routes.write, { body: { ...words, ...dates(from, to), ...more } })

test("shows an admin's card to the whole firm from its first day to its last, through edits and withdrawal", async () => {
  const [orgId, other] = [await api.aFirm(), await api.aFirm()]
  const admin = await api.aPerson(orgId, { role: 'admin' })
  const [dana, stranger] = [await api.aPerson(orgId), await api.aPerson(other)]
  const { body } = await write(admin, 6, 8)
  const [written] = body.insights
  expect(written).toMatchObject({ ...words, state: 'planned', people: 0, revision: 0 })
  const shown = async (day: number) => {
    await wake(orgId, day)
    await wake(other, day)
    return (await cardsOf(dana, routes.firm as never)).map(({ observation }) => observation)
  }
  expect(await shown(5)).toEqual([])
  expect(await shown(6)).toEqual([words.observation])
  expect(await cardsOf(stranger)).toEqual([])
  const [card] = await cardsOf(dana)
  await dana.call(routes.view, { params: { id: card!.id } })
  const better = { ...words, observation: 'Our fee table won three tenders', ...dates(6, 8) }
  const params = { id: written!.id }
  expect((await admin.call(routes.rewrite, { params, body: { ...better, revision: 0 } })).status).toBe(200)
  const stale = await admin.call<{ code: string }>(routes.rewrite, { params, body: { ...better, revision: 0 } })
  expect([stale.status, stale.body.code]).toEqual([409, 'stale'])
  expect(await shown(6)).toEqual([better.observation])
  // A server whose clock is a day behind withdraws no card.
  expect(await shown(5)).toEqual([better.observation])
  // Correcting a comma doesn't make the card new again.
  expect((await cardsOf(dana))[0]).toMatchObject({ status: 'viewed' })
  expect((await admin.call<{ insights: AuthoredInsight[] }>(routes.written)).body.insights).toMatchObject([
    { people: 2, viewed: 1 },
  ])
  expect(await shown(9)).toEqual([])
  expect(await shown(10)).toEqual([])
  await admin.call(routes.unwrite, { params })
  expect((await admin.call(routes.unwrite, { params })).status).toBe(404)
})

test("shows an operator's card in every firm with Insights, and checks the role of each author", async () => {
  const [orgId, other] = [await api.aFirm(), await api.aFirm({ hasFlag: ({ name }) => name === 'targets' })]
  const vendor = await api.aPerson(await api.aFirm(), { role: 'operator' })
  const admin = await api.aPerson(orgId, { role: 'admin' })
  const dana = await api.aPerson(orgId, { settings: { 'key-org_report': 1 } })
  const without = await api.aPerson(other, { role: 'admin' })
  const { body } = await write(vendor, 0, 30, { observation: 'December is when boards choose' })
  const mine = body.insights.find(({ observation }) => observation === 'December is when boards choose')!
  await wake(orgId, 1)
  expect((await cardsOf(dana, routes.bd as never)).map(({ observation }) => observation)).toContain(mine.observation)
  // A firm can't reach the vendor's cards by id, and the vendor can't reach a firm's.
  expect((await admin.call(routes.unwrite, { params: { id: mine.id } })).status).toBe(404)
  for (const who of [dana, without]) {
    expect((await who.call(routes.written)).status).toBe(403)
    expect((await write(who, 0, 1)).status).toBe(403)
  }
  await vendor.call(routes.unwrite, { params: { id: mine.id } })
})

test('rejects invalid dates with a message', async () => {
  const admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  const refused = async (begins: string, ends: string) => {
    const { status, body } = await admin.call<{ errors: Record<string, string> }>(routes.write, {
      body: { ...words, begins, ends },
    })
    return [status, body.errors]
  }
  expect(await refused(addDays(today, 2), addDays(today, 1))).toEqual([
    400,
    { ends: 'The end date can’t be before the start date.' },
  ])
  expect(await refused(addDays(today, -9), addDays(today, -2))).toEqual([
    400,
    { ends: 'Choose today or a later date.' },
  ])
  expect((await refused('2027-02-30', '2027-03-02'))[0]).toBe(400)
})

// Must run last: it starts the server's own task, which would then generate the other tests' cards on the real day.
test('removes Tracker cards and stops notifications when a firm loses the Tracker, on devices within a day', async () => {
  const [orgId, other] = [await api.aFirm(), await api.aFirm()]
  const [dana, lee] = [await api.aPerson(orgId), await api.aPerson(other)]
  for (const person of [dana, lee]) await aLateTarget(person)
  for (const one of [orgId, other]) await wake(one, 5)
  const [card, ...more] = await cardsOf(dana)
  expect(more).toEqual([])
  const feed = (after?: string) => dana.call<Feed>(feedRoutes.changes, { query: { after: `insights:${after ?? 0}` } })
  const { cursor } = (await feed()).body.collections.insights!
  await system(
    sql`update orgs set subscriptions = jsonb_set(subscriptions, '{targets,on}', '"no"') where id = ${orgId}`,
  )
  expect(await cardsOf(dana)).toEqual([])
  expect((await dana.call(routes.view, { params: { id: card!.id } })).status).toBe(404)
  const isDue = async () => (await firmsDue(api.database, morning(5))).some((one) => one.orgId === orgId)
  const goneSince = async () => {
    look(making)
    return (await feed(cursor)).body.collections.insights!.gone
  }
  await expect.poll(goneSince, { timeout: 20_000 }).toEqual([card!.id])
  await expect.poll(isDue).toBe(false)
  await wake(orgId, 6)
  expect(await cardsOf(dana)).toEqual([])
  expect(await cardsOf(lee)).toHaveLength(1)
})

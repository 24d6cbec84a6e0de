// Stored scores of many people and days must equal those computed one at a time.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { someMonths } from '../testing/someMonths.ts'
import { readScore, scoreParts } from './server/hud.ts'
import { scoreNext } from './server/scoreWork.ts'

const ZONE = 'America/Los_Angeles'
const FIRST = '2026-08-31'
const DAYS = 70
let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  firm = await api.aFirm()
})
afterAll(() => api.close())

const ruled = (person: Client, day: string, isOwn: boolean) =>
  withOrg(api.database, firm, async (tx) => {
    const now = api.clock.now!.toISOString()
    const by = isOwn ? {} : { by: { ...person.actor, id: randomUUID() } }
    return readScore(
      await scoreParts(tx, { actor: person.actor, now, zone: ZONE, key: '', newId: randomUUID, ...by }, day),
    )
  })
/** Only days before the test's today, because the server's own task uses the real clock and could have stored more. */
type Stored = { day: string; score: number | null; own_score: number | null }
const stored = (person: Client) =>
  withOrg(api.database, firm, async (tx) => {
    const { rows } = await tx.sql<Stored>`
      select day::text, score, own_score from score_days where org_id = ${currentOrgId} and user_id = ${person.actor.id} and day < ${api.clock.now!.toISOString().slice(0, 10)}::date order by day`
    return rows
  })
/** The server's own task uses the real clock and could have run first. */
const invalidateScoresTask = () =>
  withOrg(api.database, firm, (tx) => tx.sql`delete from score_clocks where org_id = ${currentOrgId}`)
const work = (size = 50) => withOrg(api.database, firm, (tx) => scoreNext(tx, api.clock.now!.toISOString(), size))

test("stores each day's score by the rules, with and without private Targets", async () => {
  const people = [await api.aPerson(firm), await api.aPerson(firm)]
  for (const [at, person] of people.entries()) await someMonths(api, person, { first: FIRST, days: DAYS, seed: 7 + at })
  api.clock.now = new Date(`${addDays(FIRST, DAYS + 2)}T20:00:00Z`)
  await invalidateScoresTask()
  await work()
  for (const person of people) {
    const days = await stored(person)
    expect(days.length).toBeGreaterThan(DAYS - 3)
    expect(days.at(-1)!.day).toBe(addDays(FIRST, DAYS + 1))
    for (const { day, score, own_score } of days)
      expect([day, score, own_score]).toEqual([day, await ruled(person, day, false), await ruled(person, day, true)])
    expect(days.some(({ score, own_score }) => score !== own_score)).toBe(true)
  }
}, 120_000)

test('invalidates the days of a Target that becomes private until they are computed without it', async () => {
  const dana = await api.aPerson(firm)
  const ids = await someMonths(api, dana, { first: FIRST, days: DAYS, seed: 3 })
  api.clock.now = new Date(`${addDays(FIRST, DAYS + 2)}T20:00:00Z`)
  await invalidateScoresTask()
  await work()
  const before = await stored(dana)
  await withOrg(
    api.database,
    firm,
    (tx) => tx.sql`update targets set is_private = not is_private where org_id = ${currentOrgId} and id = ${ids[0]!}`,
  )
  expect((await stored(dana)).every(({ score }) => score === null)).toBe(true)
  await invalidateScoresTask()
  await work()
  const after = await stored(dana)
  expect(after.map(({ own_score }) => own_score)).toEqual(before.map(({ own_score }) => own_score))
  for (const { day, score } of after.slice(0, 20)) expect([day, score]).toEqual([day, await ruled(dana, day, false)])
}, 120_000)

test('resumes an interrupted run with the remaining people, and a repeated run changes nothing', async () => {
  const zoe = await api.aPerson(firm)
  await someMonths(api, zoe, { first: FIRST, days: DAYS, seed: 11 })
  const lee = await api.aPerson(firm)
  await someMonths(api, lee, { first: FIRST, days: DAYS, seed: 12 })
  api.clock.now = new Date(`${addDays(FIRST, DAYS + 3)}T20:00:00Z`)
  await invalidateScoresTask()
  while ((await work(1)).isLeft);
  const days = [await stored(zoe), await stored(lee)]
  expect(days.map((one) => one.at(-1)!.day)).toEqual([addDays(FIRST, DAYS + 2), addDays(FIRST, DAYS + 2)])
  expect(await work()).toMatchObject({ done: 0, isLeft: false })
  expect([await stored(zoe), await stored(lee)]).toEqual(days)
}, 120_000)

// Scores as they are stored, for many people and days at once, are those that the rule gives for one.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { inFirm, firm as inThisFirm } from '#core/server/database/firm.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import type { Tile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { scoreOf, scoreParts } from './server/hud.ts'
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

/** The same draws in each run. */
function draws(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const ruled = (person: Client, day: string, isOwn: boolean) =>
  inFirm(api.database, firm, async (tx) => {
    const now = api.clock.now!.toISOString()
    const by = isOwn ? {} : { by: { ...person.actor, id: randomUUID() } }
    return scoreOf(
      await scoreParts(tx, { actor: person.actor, now, zone: ZONE, key: '', newId: randomUUID, ...by }, day),
    )
  })
/** Before the test's today: the server's own work, which lives by the real clock, may have stored more. */
type Stored = { day: string; score: number | null; own_score: number | null }
const stored = (person: Client) =>
  inFirm(api.database, firm, async (tx) => {
    const { rows } = await sql<Stored>`
      select day::text, score, own_score from score_days where org_id = ${inThisFirm} and user_id = ${person.actor.id} and day < ${api.clock.now!.toISOString().slice(0, 10)}::date order by day`.execute(
      tx,
    )
    return rows
  })
/** The server's own work, which lives by the real clock, may have been here first. */
const forgetWork = () =>
  inFirm(api.database, firm, (tx) => sql`delete from score_clocks where org_id = ${inThisFirm}`.execute(tx))
const work = (size = 50) => inFirm(api.database, firm, (tx) => scoreNext(tx, api.clock.now!.toISOString(), size))

async function aYear(person: Client, seed: number): Promise<string[]> {
  const draw = draws(seed)
  const ids: string[] = []
  for (let at = 0; at < DAYS; at += 1 + draw(3)) {
    const day = addDays(FIRST, at)
    api.clock.now = new Date(`${day}T${String(7 + draw(16)).padStart(2, '0')}:30:00Z`)
    const due = addDays(day, draw(9))
    if (ids.length < 3 || draw(3) === 0) {
      const given = aTarget({
        value: ['L', 'M', 'H'][draw(3)] as 'L',
        tasks: [{ description: 'a', due, help: '' }],
        private: draw(4) === 0,
      })
      ids.push((await person.call<Tile>(routes.create, { body: given })).body.id)
      continue
    }
    const id = ids[draw(ids.length)]!
    const key = randomUUID()
    if (draw(6) === 0) await person.call(routes.complete, { params: { id }, body: { revenue: 1000 }, key })
    else await person.call(routes.takeStep, { body: { tile_id: id, description: 'Next', due }, key })
    if (draw(5) === 0) await person.call(routes.undo, { params: { id }, body: { key } })
  }
  return ids
}

test('each stored day is what the rule says of it, without private Targets and with them', async () => {
  const people = [await api.aPerson(firm), await api.aPerson(firm)]
  for (const [at, person] of people.entries()) await aYear(person, 7 + at)
  api.clock.now = new Date(`${addDays(FIRST, DAYS + 2)}T20:00:00Z`)
  await forgetWork()
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

test('a Target that becomes private takes its days back until they are made again, without it', async () => {
  const dana = await api.aPerson(firm)
  const ids = await aYear(dana, 3)
  api.clock.now = new Date(`${addDays(FIRST, DAYS + 2)}T20:00:00Z`)
  await forgetWork()
  await work()
  const before = await stored(dana)
  await inFirm(api.database, firm, (tx) =>
    sql`update targets set is_private = not is_private where org_id = ${inThisFirm} and id = ${ids[0]!}`.execute(tx),
  )
  expect((await stored(dana)).every(({ score }) => score === null)).toBe(true)
  await forgetWork()
  await work()
  const after = await stored(dana)
  expect(after.map(({ own_score }) => own_score)).toEqual(before.map(({ own_score }) => own_score))
  for (const { day, score } of after.slice(0, 20)) expect([day, score]).toEqual([day, await ruled(dana, day, false)])
}, 120_000)

test('a night that is cut off goes on with who is left, and one that comes again changes nothing', async () => {
  const zoe = await api.aPerson(firm)
  await aYear(zoe, 11)
  const lee = await api.aPerson(firm)
  await aYear(lee, 12)
  api.clock.now = new Date(`${addDays(FIRST, DAYS + 3)}T20:00:00Z`)
  await forgetWork()
  while ((await work(1)).isLeft);
  const days = [await stored(zoe), await stored(lee)]
  expect(days.map((one) => one.at(-1)!.day)).toEqual([addDays(FIRST, DAYS + 2), addDays(FIRST, DAYS + 2)])
  expect(await work()).toMatchObject({ done: 0, isLeft: false })
  expect([await stored(zoe), await stored(lee)]).toEqual(days)
}, 120_000)

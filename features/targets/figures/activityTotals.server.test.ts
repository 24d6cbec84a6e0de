// Tests that daily totals match the events after late writes, undo, privacy changes, transfers, and deletions.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysBetween } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import type { TargetTile } from '../contract.ts'
import { routes } from '../routesContract.ts'
import { aTarget } from '../samples.ts'
import { scoreNext } from '../score/server/scoreWork.ts'
import { draws, someMonths } from '../testing/someMonths.ts'
import { activityTotals, privateOnes } from './server/activityTotals.ts'

const ZONE = 'America/Los_Angeles'
const FIRST = '2026-08-31'
const DAYS = 70
const LAST = addDays(FIRST, DAYS + 2)
let api: Api
let firm: ManagedFirm
let shared: TargetTile

const on = (day: string) => {
  api.clock.now = new Date(`${day}T20:00:00Z`)
}
const inside = <T>(work: (tx: Tx) => Promise<T>) => withOrg(api.database, firm.org, work)
/** Includes totals that were invalidated just now. */
async function sumAll() {
  await inside(
    (tx) =>
      tx.sql`update score_clocks set forgotten_at = null where org_id = ${currentOrgId} and forgotten_at is not null`,
  )
  return inside((tx) => scoreNext(tx, `${LAST}T20:00:00.000Z`, 50))
}
const night = () => {
  on(LAST)
  return sumAll()
}
const summedUpTo = () =>
  inside(async (tx) => {
    const { rows } = await tx.sql<{ id: string; summed: string | null }>`
      select user_id as id, summed::text from score_clocks where org_id = ${currentOrgId}`
    return Object.fromEntries(rows.map(({ id, summed }) => [id, summed]))
  })

/** Ranges from before the first event to after the last, single days, and random ones. */
const spans = (() => {
  const draw = draws(5)
  const chosen = Array.from({ length: 30 }, () => {
    const first = draw(DAYS + 8) - 4
    return [first, first + draw(DAYS)]
  })
  return [[-20, DAYS + 2], [10, 10], [-9, -3], ...chosen].map(([first, last], place) => ({
    place,
    first: addDays(FIRST, first!),
    last: addDays(FIRST, last!),
  }))
})()

class Undone extends Error {}

/** Counts everyone's ranges twice: from the current totals and from events alone. */
async function bothWays(): Promise<[unknown[], unknown[]]> {
  const asked = sql`
    select u.id, s.place, s.first, s.last from users u cross join unnest(${spans.map(({ place }) => place)}::int[],
      ${spans.map(({ first }) => first)}::date[], ${spans.map(({ last }) => last)}::date[]) as s (place, first, last) where u.org_id = ${currentOrgId}`
  const read = async (tx: Tx) =>
    (
      await tx.sql`with ${privateOnes} select d.* from (${activityTotals(asked, ZONE, { points: true })}) d order by d.id, d.place`
    ).rows
  const found: unknown[][] = []
  await inside(async (tx) => {
    // Keeps the product's own nightly job, which uses the real day, from storing days in between.
    await tx.sql`select pg_advisory_xact_lock_shared(hashtextextended('sums of ' || ${currentOrgId}::text, 0))`
    found.push(await read(tx))
    await tx.sql`update score_clocks set summed = null where org_id = ${currentOrgId}`
    found.push(await read(tx))
    throw new Undone()
  }).catch((thrown) => {
    if (!(thrown instanceof Undone)) throw thrown
  })
  return found as [unknown[], unknown[]]
}

/** Compares before and after the nightly job recomputes. */
async function isTheSame(): Promise<unknown[]> {
  const [summed, counted] = await bothWays()
  expect(summed).toEqual(counted)
  await night()
  const after = await bothWays()
  expect(after[0]).toEqual(after[1])
  return after[0]
}
/** Returns Dana's non-private targets that she pursues alone, with done steps. */
const workedOn = () =>
  inside(async (tx) => {
    const { rows } = await tx.sql<{ id: string }>`
      select distinct t.id from targets t join target_events e on e.org_id = t.org_id and e.target_id = t.id and e.kind = 'stepDone' and not e.undone
      where t.org_id = ${currentOrgId} and t.owner_id = ${firm.dana.actor.id} and t.id <> ${shared.id} and t.status = 'active' and not t.is_private`
    return rows.map(({ id }) => id)
  })
const sumOf = (rows: unknown[], kind: string) =>
  (rows as Record<string, number>[]).reduce((sum, row) => sum + row[kind]!, 0)

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  const { dana, lee } = firm
  on(FIRST)
  shared = (await dana.call<TargetTile>(routes.create, { body: aTarget({ value: 'H' }) })).body
  const { body } = await dana.call<TargetTile>(routes.share, { params: { id: shared.id, userId: lee.actor.id } })
  const { share_id } = body.collaborators.find(({ user_id }) => user_id === lee.actor.id)!
  await lee.call(routes.acceptShare, { params: { id: share_id } })
  await someMonths(api, dana, { first: FIRST, days: DAYS, seed: 21 })
  await someMonths(api, lee, { first: FIRST, days: DAYS, seed: 22 })
  for (const back of [60, 40, 20, 3]) {
    on(addDays(FIRST, DAYS - back))
    await lee.call(routes.takeStep, {
      body: { tile_id: shared.id, description: 'Help', due: addDays(FIRST, DAYS - back - (back % 7)) },
    })
  }
  await night()
}, 120_000)
afterAll(() => api.close())

test('matches the events over any days and reads none for days with totals', async () => {
  const rows = await isTheSame()
  for (const kind of ['events', 'steps', 'dated', 'late', 'helping', 'half_points', 'scored'])
    expect([kind, sumOf(rows, kind) > 0]).toEqual([kind, true])
  // A wrong total shows in the result, because stored totals are used as they are.
  await inside(async (tx) => {
    await tx.sql`update score_days set events = events + 1000 where org_id = ${currentOrgId} and day = ${addDays(FIRST, 10)}::date`
  })
  const [summed, counted] = await bothWays()
  expect(summed).not.toEqual(counted)
  await inside((tx) => tx.sql`update score_clocks set summed = null where org_id = ${currentOrgId}`)
  await night()
})

test("invalidates that person's totals from the day of a late write on", async () => {
  const before = await summedUpTo()
  const day = addDays(FIRST, 30)
  on(day)
  await firm.dana.call(routes.takeStep, { body: { tile_id: shared.id, description: 'Late', due: day } })
  const after = await summedUpTo()
  expect(after[firm.dana.actor.id]! < day).toBe(true)
  expect(after[firm.lee.actor.id]).toBe(before[firm.lee.actor.id])
  await isTheSame()
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'invalidates totals when an undo commits while the nightly job sums its day',
  async () => {
    await inside(
      (tx) => tx.sql`update score_clocks set summed = ${addDays(FIRST, 20)}::date where org_id = ${currentOrgId}`,
    )
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const taking = inside(async (tx) => {
      await tx.sql`
        update target_events set undone = true where org_id = ${currentOrgId} and (person_id, id) in (
          select e.person_id, e.id from target_events e where e.org_id = ${currentOrgId} and e.person_id = ${firm.dana.actor.id} and e.kind = 'stepDone'
            and not e.undone and e.at > ${addDays(FIRST, 30)}::date order by e.at limit 1)`
      begun.resolve()
      await mayEnd.promise
    })
    await begun.promise
    await night()
    const summed = await summedUpTo()
    mayEnd.resolve()
    await taking
    expect((await summedUpTo())[firm.dana.actor.id]! < summed[firm.dana.actor.id]!).toBe(true)
    await isTheSame()
  },
)

test('delays just-invalidated totals, so that many changes recompute them once', async () => {
  on(addDays(FIRST, 33))
  await firm.dana.call(routes.takeStep, { body: { tile_id: shared.id, description: 'Late', due: LAST } })
  const before = await summedUpTo()
  expect(await inside((tx) => scoreNext(tx, `${LAST}T20:00:00.000Z`, 50))).toMatchObject({ done: 0 })
  expect(await summedUpTo()).toEqual(before)
  await isTheSame()
  expect((await summedUpTo())[firm.dana.actor.id]).toBe(addDays(LAST, -1))
})

test('matches the events after an old step is undone', async () => {
  on(addDays(FIRST, 35))
  const key = randomUUID()
  await firm.lee.call(routes.takeStep, { body: { tile_id: shared.id, description: 'Gone', due: LAST }, key })
  await night()
  expect((await firm.lee.call(routes.undo, { params: { id: shared.id }, body: { key } })).status).toBe(200)
  await isTheSame()
})

test('excludes a Target while it is private, and permanently if it is destroyed as private', async () => {
  const steps = async () => sumOf(await isTheSame(), 'events')
  const [id = ''] = await workedOn()
  const open = await steps()
  const hide = async (is: boolean) => {
    on(LAST)
    expect((await firm.dana.call(routes.edit, { params: { id }, body: { private: is } })).status).toBe(200)
  }
  await hide(true)
  const hidden = await steps()
  expect(hidden).toBeLessThan(open)
  await hide(false)
  expect(await steps()).toBeGreaterThan(open)
  await hide(true)
  expect((await firm.dana.call(routes.trash, { params: { id } })).status).toBe(200)
  expect((await firm.dana.call(routes.destroy, { params: { id } })).status).toBeLessThan(300)
  expect(await steps()).toBe(hidden)
})

test('counts a former owner’s steps on a transferred Target as help', async () => {
  const helped = async () => sumOf(await isTheSame(), 'helping')
  const before = await helped()
  const [id = ''] = await workedOn()
  on(LAST)
  const given = { params: { id }, body: { user_id: firm.lee.actor.id } }
  expect((await firm.dana.call(routes.handOver, given)).status).toBeLessThan(300)
  expect(await helped()).toBeGreaterThan(before)
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'matches the events while 16 concurrent writers transfer, hide, show, write late, and undo during nightly runs',
  async () => {
    const { dana, lee } = firm
    const deadlocks = async () =>
      (await inside((tx) => tx.sql`select deadlocks from pg_stat_database where datname = current_database()`)).rows
    const before = await deadlocks()
    for (const round of [1, 2, 3]) {
      on(addDays(FIRST, 40 + round))
      const ids: string[] = []
      for (const company of ['Hidden', 'Hidden too', 'Handed over', 'Handed over too']) {
        const { body } = await dana.call<TargetTile>(routes.create, {
          body: aTarget({ company: `${company} ${round}` }),
        })
        await dana.call(routes.takeStep, { body: { tile_id: body.id, description: 'Call', due: LAST } })
        ids.push(body.id)
      }
      const undone: { id: string; key: string }[] = []
      for (const company of ['One', 'Two', 'Three', 'Four']) {
        const { body } = await lee.call<TargetTile>(routes.create, {
          body: aTarget({ company: `${company} ${round}` }),
        })
        undone.push({ id: body.id, key: randomUUID() })
        const input = { body: { tile_id: body.id, description: 'Call', due: LAST }, key: undone.at(-1)!.key }
        await lee.call(routes.takeStep, input)
      }
      await night()
      on(addDays(FIRST, 20 + round))
      const late = (by: Client) => () =>
        by.call(routes.takeStep, { body: { tile_id: shared.id, description: 'Late', due: addDays(FIRST, 12) } })
      const hide = (id: string) => () => dana.call(routes.edit, { params: { id }, body: { private: true } })
      const handOver = (id: string) => () =>
        dana.call(routes.handOver, { params: { id }, body: { user_id: lee.actor.id } })
      const works: (() => Promise<{ status: number }>)[] = [
        ...ids.slice(0, 2).map(hide),
        ...ids.slice(2).map(handOver),
        ...undone.map(
          ({ id, key }) =>
            () =>
              lee.call(routes.undo, { params: { id }, body: { key } }),
        ),
        ...[dana, lee, dana, lee, dana, lee].map(late),
      ]
      const nights = [1, 2].map(sumAll)
      const answers = await Promise.all(works.map((work) => work()))
      await Promise.all(nights)
      expect([works.length + nights.length, answers.filter(({ status }) => status >= 300)]).toEqual([16, []])
      await isTheSame()
    }
    expect(await deadlocks()).toEqual(before)
  },
  60_000,
)

test('recomputes the days for a new time zone', async () => {
  await inside((tx) => tx.sql`update orgs set time_zone = 'Asia/Tokyo' where id = ${currentOrgId}`)
  expect(Object.values(await summedUpTo()).every((summed) => summed === null)).toBe(true)
  await inside((tx) => tx.sql`update orgs set time_zone = ${ZONE} where id = ${currentOrgId}`)
  await isTheSame()
})

test('continues totals from the day before, however far back', async () => {
  const between = daysBetween(FIRST, LAST)
  for (const back of [between, 20, 1]) {
    await inside(
      (tx) => tx.sql`update score_clocks set summed = ${addDays(LAST, -back)}::date where org_id = ${currentOrgId}`,
    )
    await isTheSame()
  }
})

test('removes the help on a shared Target with it', async () => {
  const helped = async () => sumOf(await isTheSame(), 'helping')
  expect(await helped()).toBeGreaterThan(0)
  const before = await helped()
  on(LAST)
  expect((await firm.dana.call(routes.trash, { params: { id: shared.id } })).status).toBe(200)
  expect((await firm.dana.call(routes.destroy, { params: { id: shared.id } })).status).toBeLessThan(300)
  expect(await helped()).toBeLessThan(before)
})

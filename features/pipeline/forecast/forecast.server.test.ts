// Checks the forecast against a generated pipeline whose truth is known, kept here in plain objects.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths, mondayOf, quarterOf } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { aManagedFirm, type ManagedFirm } from '#tests/managedFirm.ts'
import { type Forecast, forecastReport } from './contract.ts'
import { monthsAround } from './periods.ts'
import { type ForecastRows, forecastRowsReport } from './rowsContract.ts'
import { type Which, writeWhich } from './rowsPaths.ts'
import { keepDay } from './server/snapshots.ts'

/** A Target as the test knows it. */
type Known = {
  id: string
  owner: string
  status: 'active' | 'completed' | 'lost' | 'archived'
  isPrivate: boolean
  amount: number | null
  revenue: number
  wonOn: string
  close: string | null
  stage: string | null
  chance: number | null
}

let api: Api
let firm: ManagedFirm
const known = new Map<string, Known>()
/** All Targets as they were in the morning of each day. */
const mornings = new Map<string, Known[]>()

const FIRST = '2026-08-20'
/** A Thursday. */
const TODAY = '2027-02-18'

/** The same numbers in every run. */
let seed = 42
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)]!
const on = (day: string, hour = 20) => {
  api.clock.now = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
}
const closeFrom = (day: string) =>
  oneOf([null, addMonths(day.slice(0, 7), random(7)), `${addMonths(day.slice(0, 7), 1 + random(6))}-15`])
const stages = [null, ...offeredStages.inOrder.map(({ id }) => id)]

async function live(people: readonly Client[], day: string): Promise<void> {
  const call = async (one: Known, route: (typeof targets)[keyof typeof targets], body: object) => {
    const owner = people.find(({ actor }) => actor.id === one.owner)!
    const { status, body: answer } = await owner.call<TargetTile>(route, { params: { id: one.id }, body })
    expect([status, answer]).toEqual([200, expect.anything()])
  }
  for (let i = random(3); i > 0; i--) {
    const owner = oneOf(people)
    const given = {
      projected_revenue: oneOf([null, -1, 1000 * (1 + random(300)), 12_345.67]),
      expected_close: closeFrom(day),
      stage: oneOf(stages),
      chance: oneOf([null, null, 10 * random(11)]),
      private: random(8) === 0,
    }
    const { body } = await owner.call<TargetTile>(targets.create, { body: aTarget(given) })
    known.set(body.id, {
      id: body.id,
      owner: owner.actor.id,
      status: 'active',
      isPrivate: given.private,
      amount: given.projected_revenue,
      revenue: 0,
      wonOn: '',
      close: given.expected_close,
      stage: given.stage,
      chance: given.chance,
    })
  }
  for (const one of [...known.values()].filter(() => random(9) === 0)) {
    if (one.status !== 'active') {
      if (one.status === 'archived' && random(2) === 0) {
        await call(one, targets.work, {})
        one.status = 'active'
      }
      continue
    }
    const what = random(6)
    if (what === 0) {
      one.revenue = oneOf([-1, 5000, 100 * random(2000)])
      await call(one, targets.complete, { revenue: one.revenue })
      Object.assign(one, { status: 'completed', wonOn: day })
    } else if (what === 1) {
      await call(one, targets.lose, { lost_reason: 'Timing' })
      one.status = 'lost'
    } else if (what === 2) {
      await call(one, targets.archive, {})
      one.status = 'archived'
    } else if (what === 3) {
      one.stage = oneOf(stages)
      await call(one, targets.move, { stage: one.stage })
    } else {
      one.amount = oneOf([null, 2000 * random(200), one.amount])
      one.close = closeFrom(day)
      one.chance = oneOf([null, 10 * random(11)])
      await call(one, targets.edit, { projected_revenue: one.amount, expected_close: one.close, chance: one.chance })
    }
  }
}

beforeAll(async () => {
  api = await openApi()
  firm = await aManagedFirm(api, 'yes')
  const people = [firm.morgan, firm.dana, firm.lee]
  for (let day = FIRST; day <= TODAY; day = addDays(day, 1)) {
    on(day, 9)
    expect(await withOrg(api.database, firm.org, (tx) => keepDay(tx, day))).toBe(true)
    mornings.set(
      day,
      [...known.values()].map((one) => ({ ...one })),
    )
    on(day)
    await live(people, day)
  }
}, 240_000)
afterAll(() => api.close())

// — the truth ——————————————————————————————————————————————————————————————————————————————————

const chanceOf = ({ chance, stage }: Known) =>
  chance ?? offeredStages.inOrder.find(({ id }) => id === stage)?.chance ?? null
const worth = (amount: number | null) => (amount === null || amount === -1 ? 0 : amount)
const weightedOf = (one: Known) => (worth(one.amount) * (chanceOf(one) ?? 0)) / 100
const sum = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((total, one) => total + of(one), 0)
const isIn = (close: string | null, first: string, months: number) =>
  close !== null && close.slice(0, 7) >= first && close.slice(0, 7) < addMonths(first, months)

type Scope = { key: 'org' | 'group' | 'user'; id: string; who: Client; owners: readonly string[]; isOwn: boolean }
const scopes = (): Scope[] => {
  const { morgan, dana, lee } = firm
  const all = [morgan, dana, lee].map(({ actor }) => actor.id)
  return [
    { key: 'org', id: firm.org, who: morgan, owners: all, isOwn: false },
    { key: 'group', id: firm.tax, who: morgan, owners: [dana.actor.id, lee.actor.id], isOwn: false },
    { key: 'user', id: dana.actor.id, who: morgan, owners: [dana.actor.id], isOwn: false },
    { key: 'user', id: morgan.actor.id, who: morgan, owners: [morgan.actor.id], isOwn: true },
  ]
}
const isCounted = ({ owners, isOwn }: Scope) => {
  const isPrivate = new Map([...known.values()].map((one) => [one.id, one.isPrivate]))
  return (one: Known) => owners.includes(one.owner) && (isOwn || !(one.isPrivate || isPrivate.get(one.id)))
}

const read = async ({ key, id, who }: Scope) => {
  const { status, body } = await who.call<Forecast>(forecastReport.routes.read, { params: { key, id } })
  expect(status).toBe(200)
  return body
}
const rowsOf = async ({ key, id, who }: Scope, which: Which) => {
  const query = { which: writeWhich(which) }
  const { status, body } = await who.call<ForecastRows>(forecastRowsReport.routes.read, { params: { key, id }, query })
  expect([status, query.which]).toEqual([200, query.which])
  return body
}
const near = (figure: number | null | undefined, truth: number) => expect(figure ?? Number.NaN).toBeCloseTo(truth, 4)

// — the tests ——————————————————————————————————————————————————————————————————————————————————

describe('the forecast of the firm, a group, a person, and one’s own', () => {
  test('has each open Target in one row, and what was won in its month', async () => {
    const months = monthsAround(TODAY)
    expect([months[0], months.at(-1), months.length]).toEqual(['2026-02', '2028-08', 31])
    for (const scope of scopes()) {
      const { rows, total } = await read(scope)
      const counted = [...known.values()].filter(isCounted(scope))
      const open = counted.filter(({ status }) => status === 'active')
      for (const row of rows) {
        const its = open.filter((one) =>
          row.key === 'no_chance'
            ? chanceOf(one) === null
            : chanceOf(one) !== null &&
              (row.key === 'no_date'
                ? one.close === null
                : row.key === 'earlier'
                  ? one.close !== null && one.close < months[0]!
                  : row.key === 'later'
                    ? one.close !== null && one.close.slice(0, 7) > months.at(-1)!
                    : one.close?.slice(0, 7) === row.key),
        )
        expect([row.key, row.targets]).toEqual([row.key, its.length])
        near(
          row.open,
          sum(its, ({ amount }) => worth(amount)),
        )
        if (row.key === 'no_chance') expect([row.agreed, row.weighted]).toEqual([null, null])
        else {
          near(row.weighted, sum(its, weightedOf))
          near(
            row.agreed,
            sum(
              its.filter((one) => chanceOf(one)! >= 90),
              ({ amount }) => worth(amount),
            ),
          )
        }
        const isPast = /^\d/.test(row.key) && row.key <= TODAY.slice(0, 7)
        if (!isPast) expect(row.won).toBeNull()
        else
          near(
            row.won,
            sum(
              counted.filter(({ status, wonOn }) => status === 'completed' && wonOn.startsWith(row.key)),
              ({ revenue }) => worth(revenue),
            ),
          )
      }
      expect(total.targets).toBe(open.length)
    }
  })

  test('remembers what the first day of each past quarter and month expected', async () => {
    for (const scope of scopes()) {
      const { quarters, rows } = await read(scope)
      const isMine = isCounted(scope)
      const expectedOn = (day: string, months: number) =>
        sum(
          (mornings.get(day) ?? []).filter(
            (one) => isMine(one) && one.status === 'active' && isIn(one.close, day.slice(0, 7), months),
          ),
          weightedOf,
        )
      expect(quarters.map(({ quarter, is_current }) => [quarter, is_current]).slice(0, 3)).toEqual([
        ['2027-01', true],
        ['2026-10', false],
        ['2026-07', false],
      ])
      for (const { quarter, expected, expected_on, won } of quarters) {
        const day = `${quarter}-01`
        if (mornings.has(day)) {
          near(expected, expectedOn(day, 3))
          expect(expected_on).toBe(day)
        } else expect([quarter, expected, expected_on]).toEqual([quarter, null, null])
        const its = [...known.values()].filter(
          (one) => isMine(one) && one.status === 'completed' && quarterOf(one.wonOn.slice(0, 7)) === quarter,
        )
        near(
          won,
          sum(its, ({ revenue }) => worth(revenue)),
        )
      }
      for (const { key, expected } of rows)
        if (mornings.has(`${key}-01`)) near(expected, expectedOn(`${key}-01`, 1))
        else expect([key, expected]).toEqual([key, null])
    }
  })

  test('says what changed since Monday, and the terms add up', async () => {
    const monday = mondayOf(TODAY)
    for (const scope of scopes()) {
      const { changes, changed_since } = await read(scope)
      expect([changed_since, changes.length]).toEqual([monday, 2])
      for (const change of changes) {
        const { quarter } = change
        const isExpected = (one: Known) =>
          one.status === 'active' && chanceOf(one) !== null && isIn(one.close, quarter, 3)
        const isMine = isCounted(scope)
        const before = new Map(
          mornings
            .get(monday)!
            .filter((one) => isMine(one) && isExpected(one))
            .map((one) => [one.id, weightedOf(one)]),
        )
        const now = new Map(
          [...known.values()].filter((one) => isMine(one) && isExpected(one)).map((one) => [one.id, weightedOf(one)]),
        )
        near(change.opening, sum([...before.values()], Number))
        near(change.closing, sum([...now.values()], Number))
        near(
          change.new,
          sum([...now], ([id, weighted]) => (before.has(id) ? 0 : weighted)),
        )
        near(
          change.grown,
          sum([...now], ([id, weighted]) => Math.max(0, weighted - (before.get(id) ?? weighted))),
        )
        near(
          change.shrunk,
          sum([...now], ([id, weighted]) => Math.max(0, (before.get(id) ?? weighted) - weighted)),
        )
        const left = [...before].filter(([id]) => !now.has(id))
        for (const [term, status] of [
          ['won', 'completed'],
          ['lost', 'lost'],
        ] as const)
          near(
            change[term],
            sum(left, ([id, weighted]) => (known.get(id)!.status === status ? weighted : 0)),
          )
        near(
          change.opening + change.new + change.grown - change.shrunk - change.slipped - change.lost - change.won,
          change.closing,
        )
      }
    }
  })

  test('opens as many rows, with the same sum, as each figure says', async () => {
    for (const scope of scopes()) {
      const { rows, quarters, changes } = await read(scope)
      for (const row of rows)
        for (const figure of ['won', 'agreed', 'weighted', 'open'] as const) {
          if (row[figure] === null) continue
          const made = await rowsOf(scope, { kind: 'figure', row: row.key, figure })
          near(figure === 'weighted' ? made.total.weighted : made.total.amount, row[figure]!)
          if (figure === 'open') expect(made.count).toBe(row.targets)
          expect(made.rows).toHaveLength(made.count)
        }
      for (const { quarter, expected, won } of quarters) {
        const its = await rowsOf(scope, { kind: 'quarter', quarter, part: 'won' })
        near(its.total.amount, won)
        if (expected === null) continue
        near((await rowsOf(scope, { kind: 'quarter', quarter, part: 'expected' })).total.weighted, expected)
      }
      for (const change of changes)
        for (const term of ['opening', 'new', 'grown', 'shrunk', 'slipped', 'lost', 'won', 'closing'] as const) {
          const made = await rowsOf(scope, { kind: 'change', of: change.of, term })
          near(made.total.weighted, change[term])
          expect(made.rows).toHaveLength(made.count)
        }
    }
  }, 120_000)

  test('counts nothing of private Targets for anyone else, in no figure and no row', async () => {
    const hidden = [...known.values()].filter(({ isPrivate }) => isPrivate)
    expect(hidden.filter(({ status }) => status === 'active').length).toBeGreaterThan(3)
    const ids = new Set(hidden.map(({ id }) => id))
    for (const scope of scopes().filter(({ isOwn }) => !isOwn)) {
      const { rows } = await read(scope)
      for (const row of rows) {
        const made = await rowsOf(scope, { kind: 'figure', row: row.key, figure: 'open' })
        expect(made.rows.filter(({ target_id }) => ids.has(target_id))).toEqual([])
      }
    }
  })
})

test('keeps a day once, with eight processes at the same time', async () => {
  const day = addDays(TODAY, 1)
  const kept = await Promise.all(
    Array.from({ length: 8 }, () => withOrg(api.database, firm.org, (tx) => keepDay(tx, day))),
  )
  expect(kept.filter(Boolean)).toHaveLength(1)
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ many: number }>`
      select count(*)::int as many from (
        select target_id from forecast_facts where org_id = ${firm.org} and since <= ${day}::date and (until is null or until > ${day}::date) group by 1 having count(*) > 1) twice`,
  )
  expect(rows[0]!.many).toBe(0)
})

test('keeps nothing of a day that is cut off, and all of it the next time', async () => {
  const day = addDays(TODAY, 2)
  await expect(
    withOrg(api.database, firm.org, async (tx) => {
      await keepDay(tx, day)
      throw new Error('The process ends.')
    }),
  ).rejects.toThrow('The process ends.')
  expect(await withOrg(api.database, firm.org, (tx) => keepDay(tx, day))).toBe(true)
})

test('refuses an unknown figure, and firms without the forecast or without stages', async () => {
  const { morgan, org } = firm
  const rows = (which: string) =>
    morgan.call<{ message: string }>(forecastRowsReport.routes.read, {
      params: { key: 'org', id: org },
      query: { which },
    })
  for (const which of [
    '',
    'x',
    '2027-13.open',
    'no_date.expected',
    'no_date.won',
    'change.this',
    'quarter.2027-01',
    '2027-01.open.more',
  ])
    expect([which, (await rows(which)).status]).toEqual([which, 404])
  for (const flag of ['forecast', 'stages']) {
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, ${[flag]}::text[], '{"on": "no"}') where id = ${org}`,
    )
    const { status } = await morgan.call(forecastReport.routes.read, { params: { key: 'org', id: org } })
    expect([flag, status]).toEqual([flag, 403])
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`update orgs set subscriptions = jsonb_set(subscriptions, ${[flag]}::text[], '{"on": "yes"}') where id = ${org}`,
    )
  }
})

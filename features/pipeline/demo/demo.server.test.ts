// Checks the demo's year of stages and forecasts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysBetween, startOfDay } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { makeDemo } from '#core/server/demo/demo.ts'
import { openSession } from '#core/server/sessions.ts'
import { callerOf } from '#core/server/testing/calls.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import type { StageMedians } from '#features/targets/stages/contract.ts'
import { type Api, openApi } from '#tests/api.ts'
import { product } from '#tests/flags.ts'
import { keepDay } from '../forecast/server/snapshots.ts'
import { hitRate } from '../stages/hitRate.ts'
import { outcomesByStage } from '../stages/server/outcomes.ts'

const TODAY = '2026-11-21'
const ZONE = 'America/Los_Angeles'
let api: Api
let firm: string
beforeAll(async () => {
  api = await openApi()
  await makeDemo(api.database, product, new Date(`${TODAY}T18:00:00Z`))
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ id: string }>`select id from orgs where name = 'Hartwell & Stone LLP'`,
  )
  firm = rows[0]!.id
}, 120_000)
afterAll(() => api.close())

const inFirm = <T>(work: (tx: Tx) => Promise<T>) => withOrg(api.database, firm, work)

type Fact = { target_id: string; since: string; until: string | null }
const facts = (tx: Tx) =>
  tx.sql<Fact>`
    select target_id, since::text, until::text, owner_id, is_private, amount::float8, chance, expected_close
    from forecast_facts order by target_id, since`

test('wins less often than offered after a proposal, and about as often as offered from the other stages', async () => {
  const outcomes = await inFirm(outcomesByStage)
  const rates = offeredStages.inOrder.map(({ id, chance }) => {
    const { closed, won } = outcomes.find(({ stage }) => stage === id)!
    return { rate: hitRate(won, closed), chance }
  })
  const [identified, talking, scoping, proposal, agreed] = rates
  expect(identified!.rate).toBeNull()
  expect(proposal!.rate!.won).toBeGreaterThan(32)
  expect(proposal!.rate!.to).toBeLessThan(60)
  for (const { rate, chance } of [talking!, scoping!, agreed!]) expect(Math.abs(rate!.won - chance)).toBeLessThan(15)
})

test('has a median of each stage, and some cards that are stuck', async () => {
  const call = await inFirm(async (tx) => {
    const { rows } = await tx.sql<{ id: string }>`select id from users where email = 'dana@hartwell.example'`
    return callerOf(api.http, await openSession(tx, firm, rows[0]!.id))
  })
  const { medians } = (await call<StageMedians>(targets.stageMedians)).body
  expect(medians).toHaveLength(5)
  const { rows } = await inFirm(
    (tx) => tx.sql<{ stage: string | null; staged: string }>`
      select stage_id as stage, (staged_at at time zone ${ZONE})::date::text as staged from targets where status = 'active'`,
  )
  const stuck = rows.filter(({ stage, staged }) => {
    const median = medians.find((one) => one.stage === stage)
    return median && daysBetween(staged, TODAY) > 2 * median.days
  })
  expect(stuck.length).toBeGreaterThan(20)
  expect(stuck.length).toBeLessThan(rows.length / 3)
})

test('has closes by month and by day, some of which slipped or passed, and some own chances', async () => {
  const { rows } = await inFirm(
    (tx) => tx.sql<Record<string, number>>`
      select count(*) filter (where length(expected_close) = 7)::int as months, count(*) filter (where length(expected_close) = 10)::int as days,
        count(*) filter (where expected_close < '2026-11')::int as passed, count(chance)::int as own, count(*) filter (where stage_id is null)::int as unstaged,
        (select count(*)::int from target_events where kind = 'targetEdited' and data->'before'->>'expected_close' < data->'after'->>'expected_close') as slipped
      from targets where status = 'active'`,
  )
  const { months, days, passed, own, unstaged, slipped } = rows[0]!
  expect(months!).toBeGreaterThan(2 * days!)
  for (const some of [days, passed, own, unstaged]) {
    expect(some).toBeGreaterThan(5)
    expect(some).toBeLessThan(120)
  }
  expect(slipped).toBeGreaterThan(50)
  const closed = await inFirm(
    (tx) => tx.sql<{ status: string; n: number }>`
      select status, count(*)::int as n from targets where status in ('completed', 'lost', 'archived') and stage_id is not null group by 1 order by 1`,
  )
  for (const { n } of closed.rows) expect(n).toBeGreaterThan(10)
  expect(closed.rows.map(({ status }) => status)).toEqual(['archived', 'completed', 'lost'])
})

test('expects half of one month from two Targets', async () => {
  const chances = JSON.stringify(offeredStages.inOrder)
  const { rows } = await inFirm(
    (tx) => tx.sql<{ weighted: number }>`
      select (t.projected_revenue * coalesce(t.chance, s.chance) / 100)::float8 as weighted
      from targets t left join jsonb_to_recordset(${chances}::jsonb) as s (id uuid, chance int) on s.id = t.stage_id
      where t.status = 'active' and t.projected_revenue > 0 and coalesce(t.chance, s.chance) is not null and left(t.expected_close, 7) = '2027-02' order by 1 desc`,
  )
  const sum = (all: { weighted: number }[]) => all.reduce((total, { weighted }) => total + weighted, 0)
  expect(rows.length).toBeGreaterThan(6)
  expect(sum(rows.slice(0, 2)) / sum(rows)).toBeGreaterThan(0.4)
  expect(sum(rows.slice(0, 2)) / sum(rows)).toBeLessThan(0.7)
})

test('expected of each past quarter about what was won', async () => {
  const { rows } = await inFirm(
    (tx) => tx.sql<{ quarter: string; expected: number; won: number }>`
      select q::date::text as quarter,
        (select sum(amount * chance / 100)::float8 from forecast_facts f where since <= q::date and (until is null or until > q::date)
          and expected_close >= to_char(q, 'YYYY-MM') and expected_close < to_char(q + interval '3 months', 'YYYY-MM')) as expected,
        (select sum(greatest(revenue, 0))::float8 from targets where completed_at >= q and completed_at < q + interval '3 months') as won
      from generate_series('2025-10-01'::timestamp, '2026-07-01', '3 months') q`,
  )
  expect(rows).toHaveLength(4)
  for (const { quarter, expected, won } of rows) {
    expect([quarter, expected / won > 0.4, expected / won < 2.2]).toEqual([quarter, true, true])
    expect([quarter, expected > 1_000_000, expected < 6_000_000]).toEqual([quarter, true, true])
  }
})

test('leaves the other firm without stages', async () => {
  const { rows } = await withoutRls(
    api.database,
    (tx) => tx.sql<{ n: number }>`
      select count(*)::int as n from targets where org_id <> ${firm} and (stage_id is not null or expected_close is not null or chance is not null)
      union all select count(*)::int from forecast_days where org_id <> ${firm}`,
  )
  expect(rows).toEqual([{ n: 0 }, { n: 0 }])
})

type Morning = {
  status: string
  stage: string | null
  close: string | null
  chance: number | null
  amount: number | null
}
type Outlook = { expected_close: string | null; chance: number | null; projected_revenue: number | null }
type Life = Outlook & {
  id: string
  events: { at: string; kind: string; status: string; data: { before?: Partial<Outlook>; after?: Partial<Outlook> } }[]
  stays: { since: string; until: string | null; stage_id: string }[]
}

/** Returns how the Target was then, from its stays and its events. */
function morningOf({ id: _, events, stays, ...now }: Life, instant: string): Morning {
  const isBefore = ({ at }: { at: string }) => Date.parse(at) < Date.parse(instant)
  const status = events.findLast(isBefore)?.status === 'active' ? 'active' : 'archived'
  const stay = stays.find(
    ({ since, until }) =>
      Date.parse(since) < Date.parse(instant) && (until === null || Date.parse(until) >= Date.parse(instant)),
  )
  const value = <N extends keyof Outlook>(name: N): Outlook[N] => {
    const edits = events.filter(({ kind, data }) => kind === 'targetEdited' && data.after && name in data.after)
    const [last, next] = [edits.findLast(isBefore), edits.find((edit) => !isBefore(edit))]
    return ((last ? last.data.after![name] : next ? next.data.before![name] : now[name]) ?? null) as Outlook[N]
  }
  const [close, chance, amount] = [value('expected_close'), value('chance'), value('projected_revenue')]
  return { status, stage: stay?.stage_id ?? null, close, chance, amount }
}

/** Days on which the job runs. */
const LAST_DAYS = 150

test('has the facts that the daily job would have kept on each day', async () => {
  const days = await inFirm((tx) => tx.sql<{ day: string }>`select day::text from forecast_days order by day`)
  expect([days.rows[0]!.day < '2025-10-01', days.rows.at(-1)!.day]).toEqual([true, TODAY])
  // The job begins on this day, so it doesn't know what was kept before.
  const first = addDays(TODAY, -LAST_DAYS)
  const kept = (await inFirm(facts)).rows
    .filter(({ until }) => until === null || until > first)
    .map((fact) => (fact.since < first ? { ...fact, since: first } : fact))
  expect(kept.length).toBeGreaterThan(400)
  const lives = await inFirm(
    (tx) => tx.sql<Life>`
      select t.id, t.expected_close, t.chance, t.projected_revenue::float8 as projected_revenue,
        (select json_agg(json_build_object('at', e.at, 'kind', e.kind, 'status', e.status, 'data', e.data) order by e.at) from target_events e where e.org_id = t.org_id and e.target_id = t.id) as events,
        coalesce((select json_agg(json_build_object('since', s.since, 'until', s.until, 'stage_id', s.stage_id)) from target_stages s where s.org_id = t.org_id and s.target_id = t.id), '[]') as stays
      from targets t`,
  )
  const as = new Map<string, string>()
  await inFirm(async (tx) => {
    await tx.sql`delete from forecast_facts`
    await tx.sql`delete from forecast_days`
    await tx.sql`update targets set status = 'archived'`
    for (let day = first; day <= TODAY; day = addDays(day, 1)) {
      const changed = lives.rows.flatMap((life) => {
        const morning = morningOf(life, startOfDay(ZONE, day))
        const text = JSON.stringify(morning)
        if (as.get(life.id) === text) return []
        as.set(life.id, text)
        return [{ id: life.id, ...morning }]
      })
      await tx.sql`
        update targets t set status = c.status, stage_id = c.stage, expected_close = c.close, chance = c.chance, projected_revenue = c.amount
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id uuid, status text, stage uuid, close text, chance smallint, amount numeric)
        where t.id = c.id`
      expect(await keepDay(tx, day)).toBe(true)
    }
    expect((await facts(tx)).rows).toEqual(kept)
  })
}, 120_000)

test('has referrals both ways, and each source is known', async () => {
  const { rows } = await inFirm(
    (tx) => tx.sql<{ kind: string; many: number; named: number }>`
      select case when t.came_from ? 'contact_id' then 'contact' when t.came_from ? 'user_id' then 'user' else 'source' end as kind,
        count(*)::int as many, count(f.source)::int as named
      from targets t cross join lateral (
        select nullif(coalesce(s->>'name', s->>'source'), '') as source from (select came_from_of(t.org_id, t.came_from)::jsonb as s) x) f
      where t.came_from is not null group by 1 order by 1`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['contact', 'source', 'user'])
  for (const { many, named } of rows) {
    expect(named).toBe(many)
    expect(many).toBeGreaterThan(50)
  }
  const both = await inFirm(
    (tx) => tx.sql<{ received: number; sent: number }>`
      select (select count(*)::int from targets t where t.org_id = r.org_id and t.came_from->>'contact_id' = r.contact_id::text) as received, count(*)::int as sent
      from referrals r group by r.org_id, r.contact_id having count(*) > 1`,
  )
  expect(both.rows.length).toBeGreaterThan(5)
  for (const { received } of both.rows) expect(received).toBeGreaterThan(0)
})

// Database time of the forecast and the referrals of a firm of 1,000 people with 100,000 Targets: for the whole firm, a
// group, and a person. 20% are pursued, 30% have an expected close, with facts over a year, and 40% have a source.
// Alternates with the same statements on a bare connection without row security. `PURSUIT_BENCH_PLANS=1` prints plans.
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { dayIn, mondayOf } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'
import { APP_ROLE } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { scopeOf } from '#core/server/reports/scope.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { addFirmPeople, addGroup, createFirm } from '#features/admin/operator/server/firms.ts'
import { writeWhich } from '#features/pipeline/forecast/rowsPaths.ts'
import { forecastOfTeam } from '#features/pipeline/forecast/server/figures.ts'
import { forecast } from '#features/pipeline/forecast/server/forecast.ts'
import { forecastRows } from '#features/pipeline/forecast/server/rows.ts'
import { keepDay } from '#features/pipeline/forecast/server/snapshots.ts'
import { writeWhichSource } from '#features/pipeline/referrals/rowsPaths.ts'
import { referralRows } from '#features/pipeline/referrals/server/rows.ts'
import { referrals } from '#features/pipeline/referrals/server/sources.ts'
import { flags } from '#tests/flags.ts'
import { readsOf, sentBy, type Timed } from '#tests/statements.ts'
import { startPostgres } from '#tools/postgres.ts'
import { median, percentile, print } from './support/figures.ts'
import { openReady } from './support/firm.ts'

const SIZE = { people: 1000, each: 100, inGroup: 40, days: 400, sources: 4000 }
const ZONE = 'America/Los_Angeles'
const ROUNDS = 40
/** Milliseconds in the database: of the forecast, and of any other report. */
const [MOST, MOST_OF_REPORT] = [150, 300]

await using postgres = await startPostgres({ settings: { shared_buffers: '512MB', max_wal_size: '4GB' } })
const database = await openReady({ url: postgres.url })
const { org, manager, group } = await fill()
const hand = new pg.Client({ connectionString: postgres.url, options: '-c jit=off -c timezone=UTC' })
await hand.connect()
await hand.query(`select set_config('app.org_id', $1, false)`, [org])

const session = {
  actor: manager,
  user: { settings: {} },
  org: { id: org, name: 'Bench', zone: ZONE, access: 'yes', stages: null },
} as SignedInSession
const now = new Date().toISOString()
const today = dayIn(ZONE, now)
const ids: Record<ScopeKey, string> = { org, group, user: manager.id }

for (const [key, of] of [
  ['org', 'the firm'],
  ['group', `a group of ${SIZE.inGroup}`],
  ['user', 'a person'],
] as const) {
  await measure(`forecast of ${of}`, MOST, (tx) => forecast.facts(tx, session, { key, id: ids[key] }, now))
  const which = writeWhich({ kind: 'figure', row: today.slice(0, 7), figure: 'weighted' })
  await measure(`rows of a month of ${of}`, MOST_OF_REPORT, (tx) =>
    forecastRows.facts(tx, session, { key, id: ids[key], which, from: 0 }, now),
  )
  await measure(`referrals of ${of}`, MOST_OF_REPORT, (tx) =>
    referrals.facts(tx, session, { key, id: ids[key], from: 0 }, now),
  )
  const conference = writeWhichSource({ kind: 'source', id: 'Conference', figure: 'received' })
  await measure(`Targets from one source of ${of}`, MOST_OF_REPORT, (tx) =>
    referralRows.facts(tx, session, { key, id: ids[key], which: conference, from: 0 }, now),
  )
}
await measure('forecast of two quarters on the dashboard, the firm', MOST, async (tx) => {
  const { people } = await scopeOf(tx, session, 'org', org)
  return forecastOfTeam(tx, { people, zone: ZONE, now, today })
})
const from = performance.now()
await withOrg(database, org, (tx) => keepDay(tx, today))
print({ name: 'keeping a day’s facts of the firm', value: performance.now() - from, unit: 'ms' })
await hand.end()
await database.close()

async function measure(of: string, most: number, read: (tx: Tx) => Promise<unknown>): Promise<void> {
  const times: number[] = []
  const bare: number[] = []
  const cpu: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const statements = await withOrg(
      database,
      org,
      async (tx) => {
        const before = await cpuOf(tx)
        const sent = readsOf(await sentBy(tx, () => read(tx)))
        cpu.push((await cpuOf(tx)) - before)
        return sent
      },
      {
        isQuiet: true,
      },
    )
    times.push(statements.reduce((sum, { ms }) => sum + ms, 0))
    const begun = performance.now()
    for (const { text, values } of statements) await hand.query(text, values)
    bare.push(performance.now() - begun)
    if (round === 0 && process.env.PURSUIT_BENCH_PLANS) for (const statement of statements) await plan(statement)
  }
  const ratio = (median(times) / median(bare)).toFixed(2)
  const detail = `p50; CPU ${median(cpu).toFixed(0)} ms; ${ratio} × its bare SQL; ${ROUNDS} rounds`
  print({ name: `${of}: time in the database`, value: median(times), unit: 'ms', goal: { most }, detail })
  print({ name: `${of}: p95`, value: percentile(times, 0.95), unit: 'ms', goal: { most } })
}

/** Milliseconds that the transaction's backend has run, without waiting for a core. */
async function cpuOf(tx: Tx): Promise<number> {
  const { rows } = await tx.sql<{ pid: number }>`select pg_backend_pid() as pid`
  return Number(readFileSync(`/proc/${rows[0]!.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

/** Uses the product's role. */
async function plan({ text, values, ms }: Timed): Promise<void> {
  await hand.query(`begin; set local role ${APP_ROLE}`)
  const { rows } = await hand.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`, values)
  await hand.query('rollback')
  console.log(`\n${ms.toFixed(0)} ms: ${text}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`)
}

/** The first person manages everyone. One Target in twenty is private. */
async function fill() {
  const { people, each, inGroup, days } = SIZE
  const stages = sql`${offeredStages.inOrder.map(({ id }) => id)}::uuid[]`
  const firm = await withoutRls(database, async (tx) => {
    await tx.sql`set local statement_timeout = 0`
    const org = await createFirm(tx, flags, { name: 'Bench', access: 'yes' })
    const named = Array.from({ length: people }, (_, i) => ({
      email: `p${i}@bench.example`,
      first_name: 'Pat',
      last_name: `Person ${i}`,
    }))
    const all = await addFirmPeople(tx, org, named)
    const members = all.slice(0, inGroup).map(({ id }) => id)
    const group = await addGroup(tx, org, 'Tax', members, [all[0]!.id])
    // Three in ten have an expected close, those that are pursued more often.
    await tx.sql`
      insert into targets (org_id, id, owner_id, company, contact, contact_email, type, value, goal, status, phase, projected_revenue, revenue, lost_reason,
        is_private, created_at, completed_at, modified_at, stage_id, staged_at, expected_close, chance)
      select ${org}, gen_random_uuid(), u.id, 'Halden ' || n || ' Shipping', 'Pat ' || n, '', 'prospect', 'M', 'Win', status, 'pursuing', 1000 * (1 + n % 290),
        case when status = 'completed' then 900 * (1 + n % 290) end, '', n % 20 = 7, made, case when status = 'completed' then ended end, ended,
        (${stages})[1 + h % 7], made, case when h % 100 < case when status = 'active' then 70 else 20 end then
          to_char(case when status = 'active' then now() + (h % 450 - 60) * interval '1 day' else ended + (h % 90) * interval '1 day' end, case when h % 3 = 0 then 'YYYY-MM-DD' else 'YYYY-MM' end) end,
        case when h % 4 = 0 then 10 * (h % 10) end
      from users u, generate_series(1, ${each}) n, lateral (select abs(hashtext(u.id::text || n)) as h) a, lateral (
        select (array['active', 'completed', 'lost', 'completed', 'archived', 'active', 'completed', 'lost', 'completed', 'lost'])[1 + n % 10] as status,
          now() - (h % 1095 + 30) * interval '1 day' as made) b, lateral (select least(now() - interval '1 hour', made + (20 + h % 300) * interval '1 day') as ended) c
      where u.org_id = ${org}`
    await tx.sql`
      insert into forecast_days (org_id, day) select ${org}, current_date - n from generate_series(9, ${days}::int) n returning 1`
    // Each changed up to four times while it was pursued, and few changed in the last week.
    await tx.sql`
      insert into forecast_facts (org_id, target_id, since, until, owner_id, is_private, amount, chance, expected_close)
      select ${org}, t.id, since, case when since + span < ends then since + span when t.status = 'active' then null else ends end, t.owner_id, t.is_private,
        t.projected_revenue * (0.6 + 0.1 * n), 10 * ((h + n) % 10), to_char(since + (h % 200 + 30) * interval '1 day', 'YYYY-MM')
      from targets t, lateral (select abs(hashtext(t.id::text)) as h) a, generate_series(0, 3) n, lateral (
        select greatest(t.created_at::date, current_date - ${days}::int) as begins, least(current_date - 9, case when t.status = 'active' then current_date else t.modified_at::date end) as ends) b,
        lateral (select greatest(1, (ends - begins) / 4 + 1) as span) c, lateral (select begins + n * span as since) d
      where t.org_id = ${org} and t.expected_close is not null and since < ends returning 1`
    await fillReferrals(tx, org)
    await tx.setOrg(org)
    await keepDay(tx, mondayOf(dayIn(ZONE, new Date())))
    await tx.sql`
      update targets set expected_close = to_char(now() + (abs(hashtext(id::text)) % 9) * interval '30 days', 'YYYY-MM'), projected_revenue = projected_revenue * 1.1
      where org_id = ${org} and status = 'active' and expected_close is not null and abs(hashtext(id::text)) % 20 = 0`
    await tx.sql`
      update targets set status = 'completed', revenue = projected_revenue, completed_at = now() - interval '1 hour'
      where org_id = ${org} and status = 'active' and abs(hashtext(id::text)) % 50 = 1`
    return { org, manager: all[0]!, group }
  })
  await database.pool.query('vacuum analyze')
  const { rows } = await database.pool.query(
    `select count(*)::int as targets, (count(*) filter (where status = 'active'))::int as pursued, (count(expected_close))::int as closes, (select count(*)::int from forecast_facts) as facts from targets`,
  )
  console.log(`  ${JSON.stringify(rows[0])}`)
  return firm
}

/** Half of the sources are contacts. Each contact was sent one referral and was in touch five times. */
async function fillReferrals(tx: Tx, org: string): Promise<void> {
  await tx.sql`
    insert into contacts (org_id, id, first_name, last_name, title, company, emails, phones, note, sort_key, name_key, company_key, is_private, created_at, modified_at)
    select ${org}, gen_random_uuid(), 'Harold', 'Finch ' || n, 'Partner', 'Finch ' || n % 900, '{}', '{}', '', 'finch ' || n, 'harold finch ' || n, '', false, now(), now()
    from generate_series(1, ${SIZE.sources}::int) n returning 1`
  await tx.sql`
    with numbered as materialized (select id, row_number() over () as n from contacts where org_id = ${org}),
    colleagues as materialized (select id, row_number() over () as n from users where org_id = ${org})
    update targets t set came_from = case h % 5 when 0 then jsonb_build_object('contact_id', c.id) when 1 then jsonb_build_object('contact_id', c.id)
      when 2 then jsonb_build_object('user_id', u.id) else jsonb_build_object('source', (array['Conference', 'Website', 'Directory'])[1 + h % 3]) end
    from (select id, abs(hashtext(id::text)) as h from targets where org_id = ${org}) a
    join numbered c on c.n = 1 + a.h % ${SIZE.sources}::int join colleagues u on u.n = 1 + a.h % ${SIZE.people}::int
    where t.org_id = ${org} and t.id = a.id and t.owner_id <> u.id and a.h % 10 < 4`
  await tx.sql`
    with colleagues as materialized (select id, row_number() over () as n from users where org_id = ${org}),
    numbered as materialized (select id, row_number() over () as n from contacts where org_id = ${org}),
    made as (
      insert into touches (org_id, id, user_id, kind, at, day, direction, subject, body, source, is_shown, people, attachments, created_at, modified_at)
      select ${org}, gen_random_uuid(), u.id, 'call', now() - d * interval '1 day', current_date - d, 'out', '', '', 'typed', false, '{}', '[]', now(), now()
      from colleagues u, generate_series(1, 20) d returning id),
    given as (
      insert into referrals (org_id, id, contact_id, user_id, about, day, outcome, created_at)
      select ${org}, gen_random_uuid(), c.id, u.id, 'A lease', current_date - c.n::int % 300, case when c.n % 3 = 0 then 'work' else 'open' end, now()
      from numbered c join colleagues u on u.n = 1 + c.n % ${SIZE.people}::int returning 1)
    insert into touch_contacts (org_id, touch_id, contact_id, place)
    select ${org}, m.id, c.id, 0 from (select id, row_number() over () as n from made) m
    join numbered c on c.n = 1 + m.n % ${SIZE.sources}::int returning 1`
}

// Checks that Viewer reports and dashboard panels read daily growing tables only through an index on people or Targets,
// however many firms there are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_ZONE, stampIn } from '#core/contract/dates.ts'
import type { ScopeKey } from '#core/contract/viewerReport.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { scopeOf } from '#core/server/reports/scope.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { forecastOfTeam } from '#features/pipeline/forecast/server/figures.ts'
import { figuresOfTeam } from '#features/targets/figures/server/teamFigures.ts'
import { learningOfTeam } from '#features/trainer/learning/server/teamLearning.ts'
import * as panels from '#features/viewer/kpi/server/figures.ts'
import { learning } from '#features/viewer/kpi/server/learning.ts'
import { isOnCluster, type TestDatabase, testDatabase } from '#tests/database.ts'
import { type GrownFirm, growFirm } from '#tests/grownFirm.ts'
import { product } from './flags.ts'
import { type Plan, plansOfReads } from './statements.ts'

const SIZE = { people: 100, each: 40, days: 400, lessons: 6, inGroup: 10 }
const NOW = new Date().toISOString()
const days = { start: '2020-01-01', end: '2020-12-31' }
let made: TestDatabase
let firm: GrownFirm

beforeAll(async () => {
  made = await testDatabase()
  firm = await growFirm(made.database, SIZE)
}, 120_000)
afterAll(() => made.close())

const session = () =>
  ({
    actor: firm.manager,
    user: { settings: {} },
    org: { id: firm.org, name: '', zone: DEFAULT_ZONE, access: 'yes' },
  }) as SignedInSession
const ids = (): Record<ScopeKey, string> => ({ org: firm.org, group: firm.group, user: firm.manager.id })
const sources = { teamFigures: figuresOfTeam, teamForecast: forecastOfTeam, teamLearning: learningOfTeam }
type Read = (tx: Tx, key: ScopeKey) => Promise<unknown>

const reports = product.viewerReports.flatMap(({ report: { name, keys, isDated, exampleWhich }, facts }) =>
  keys.map((key): [string, ScopeKey, Read] => [
    name,
    key,
    (tx) =>
      facts(
        tx,
        session(),
        { key, id: ids()[key], ...(isDated && days), ...(exampleWhich && { which: exampleWhich }) },
        NOW,
      ),
  ]),
)
const {
  readFigures: figures,
  readPipelineFigures: pipeline,
  quartersAhead,
  wonByMonth,
  readPeopleFigures: people,
} = panels
const ofDashboard = Object.entries({ figures, pipeline, quartersAhead, wonByMonth, people, learning }).flatMap(
  ([name, count]) =>
    (['org', 'group'] as const).map((key): [string, ScopeKey, Read] => [
      `the dashboard’s ${name}`,
      key,
      async (tx) => {
        const scope = await scopeOf(tx, session(), key, ids()[key])
        const counting = { people: scope.people, days, now: NOW, today: '2021-01-01', zone: DEFAULT_ZONE }
        return count(tx, { ...counting, made: stampIn(DEFAULT_ZONE, NOW), has: () => true, lesson: undefined }, sources)
      },
    ]),
)

/** The index condition must also name the owner, the Target, or rows found before (`n`). */
const indexed =
  /^(Index Scan|Index Only Scan|Bitmap Index Scan) on [a-z_]+ by .*\b(user_id|person_id|target_id|id = n\.id)\b/

test.each([...reports, ...ofDashboard])(
  'reads only its people’s events and scores for %s of %s',
  async (_, key, read) => {
    const scans = (await plansWhen((tx) => read(tx, key))).flatMap((plan) => scansIn(plan))
    for (const scan of scans) expect(scan).toMatch(indexed)
  },
)

// A cluster plans its queries on its nodes.
test.skipIf(await isOnCluster())('detects a full scan of events and reads activity from its index alone', async () => {
  const all = await plansWhen((tx) => tx.query('select count(*) from target_events where kind = $1', ['stepDone']))
  expect(all.flatMap((plan) => scansIn(plan)).filter((scan) => !indexed.test(scan))).toHaveLength(1)
  const overview = reports.find(([name, key]) => name === 'overview' && key === 'org')!
  const scans = (await plansWhen((tx) => overview[2](tx, 'org'))).flatMap((plan) => scansIn(plan))
  expect(scans.some((scan) => scan.includes('target_events'))).toBe(true)
  expect(scans.some((scan) => scan.includes('score_days'))).toBe(true)
  for (const scan of scans)
    expect(scan).toMatch(
      /^Index Only Scan|^Index Scan on score_days .*\bday = |^Index Scan on target_events by .*\btarget_id = /,
    )
})

/** Returns the plan of each statement sent, as the product's database role. */
const plansWhen = (work: (tx: Tx) => Promise<unknown>): Promise<Plan[]> =>
  withOrg(made.database, firm.org, async (tx) => {
    const plans = await plansOfReads(tx, () => work(tx))
    expect(plans.length).toBeGreaterThan(0)
    return plans
  })

const growing = ['target_events', 'score_days']

/** Returns every scan of a table that grows daily. */
function scansIn(node: Plan, table?: string): string[] {
  const of = node['Relation Name'] ?? table
  const kind = node['Node Type']
  const own =
    of && growing.includes(of) && kind.includes('Scan') && kind !== 'Bitmap Heap Scan'
      ? [`${kind} on ${of} by ${node['Index Cond'] ?? 'nothing'}`]
      : []
  const below = (node.Plans ?? []).flatMap((part) => scansIn(part, kind === 'Bitmap Heap Scan' ? of : undefined))
  return [...own, ...below]
}

// The figures of the highlights.
import { sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { type Award, type Highlights, highlightsReport, type Winner } from '../highlightsContract.ts'
import { personPath } from '../reportPaths.ts'
import { nameOf } from './overview.ts'
import { countedTarget, type PersonFigures, personFigures } from './personFigures.ts'

type Told = { of: (one: PersonFigures) => number; reason: (one: PersonFigures) => string }

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`
const told: Record<Award, Told> = {
  mostProactive: {
    of: ({ steps }) => steps,
    reason: ({ steps, late_steps }) =>
      `${steps === 1 ? 'step' : 'steps'} done, ${(steps - late_steps).toLocaleString('en-US')} on time`,
  },
  strongestCloser: {
    of: ({ won_revenue }) => won_revenue,
    reason: ({ won }) => `won with ${count(won, 'Target', 'Targets')}`,
  },
  greatestPotential: {
    of: ({ projected }) => projected,
    reason: ({ active }) => `projected in ${count(active, 'Target', 'Targets')}`,
  },
  top_collaborator: {
    of: ({ shared }) => shared,
    reason: ({ shared }) => `${shared === 1 ? 'Target' : 'Targets'} shared with others`,
  },
  top_contributor: {
    of: ({ helping_steps }) => helping_steps,
    reason: ({ helping_steps }) => `${helping_steps === 1 ? 'step' : 'steps'} on colleagues' Targets`,
  },
}

export const highlightsOf: ViewerCount<Highlights> = async (tx, asked) => {
  const people = (await personFigures(tx, asked, asked.days!)).filter(({ is_here }) => is_here)
  const [pipeline, cross_selling] = [await pipelineShares(tx, asked), await crossSelling(tx, asked)]
  const [steps, late] = [sum(people, ({ steps }) => steps), sum(people, ({ late_steps }) => late_steps)]
  const winners = (Object.keys(told) as Award[]).map((award) => winnerOf(award, people))
  const isEmpty = winners.every(({ name }) => name === '')
  return {
    rows: isEmpty ? [] : winners,
    ...pipeline,
    cross_selling,
    effective_communication: [
      { label: 'On time', count: steps - late },
      { label: 'Late', count: late },
    ],
  }
}

const sum = (people: PersonFigures[], figure: (one: PersonFigures) => number) =>
  people.reduce((all, one) => all + figure(one), 0)

/** Of equals whoever did something last. */
function winnerOf(award: Award, people: PersonFigures[]): Winner {
  const { of, reason } = told[award]
  const most = Math.max(0, ...people.map(of))
  const equals = people.filter((one) => of(one) === most).sort((a, b) => (b.latest ?? 0) - (a.latest ?? 0))
  const [winner] = equals
  if (most === 0 || !winner) return { award, name: '', value: 0, reason: 'Nobody yet', ties: 0 }
  return {
    award,
    name: nameOf(winner),
    value: most,
    reason: reason(winner),
    ties: equals.length - 1,
    open: { path: personPath(winner.id) },
  }
}

type Shares = Pick<Highlights, 'deadlines' | 'types' | 'value'>

/** Of the targets that they own and pursue now. */
async function pipelineShares(tx: Tx, asked: AskedReport): Promise<Shares> {
  const { rows } = await sql<
    Record<'overdue' | 'soon' | 'later' | 'client' | 'prospect' | 'refsource' | 'low' | 'medium' | 'high', number>
  >`
    with people as materialized (${asked.scope.people})
    select count(*) filter (where tp.due < ${asked.today}::date)::int as overdue,
      count(*) filter (where tp.due between ${asked.today}::date and ${asked.today}::date + 7)::int as soon,
      count(*) filter (where tp.due is null or tp.due > ${asked.today}::date + 7)::int as later,
      count(*) filter (where t.type = 'client')::int as client, count(*) filter (where t.type = 'prospect')::int as prospect,
      count(*) filter (where t.type = 'refsource')::int as refsource,
      count(*) filter (where t.value = 'L')::int as low, count(*) filter (where t.value = 'M')::int as medium, count(*) filter (where t.value = 'H')::int as high
    from targets t left join target_people tp on tp.org_id = t.org_id and tp.user_id = t.owner_id and tp.target_id = t.id
    where t.org_id = ${firm} and t.owner_id in (select id from people) and t.status = 'active' and ${countedTarget(asked)}`.execute(
    tx,
  )
  const found = rows[0]!
  return {
    deadlines: [
      { label: 'Overdue', count: found.overdue },
      { label: 'Due Soon', count: found.soon },
      { label: 'Due Later', count: found.later },
    ],
    types: [
      { label: 'Client', count: found.client },
      { label: 'Prospect', count: found.prospect },
      { label: 'Referral Source', count: found.refsource },
    ],
    value: [
      { label: 'High', count: found.high },
      { label: 'Medium', count: found.medium },
      { label: 'Low', count: found.low },
    ],
  }
}

/** Companies that are clients: whether people of one group pursue them, or of more. */
async function crossSelling(tx: Tx, asked: AskedReport): Promise<Highlights['cross_selling']> {
  const { rows } = await sql<{ many: number; one: number }>`
    with people as materialized (${asked.scope.people}),
    clients as (
      select t.company_key, count(distinct m.group_id) as groups from targets t
      left join group_members m on m.org_id = t.org_id and m.user_id = t.owner_id
        and m.group_id in (select g.id from groups g where g.org_id = ${firm} and g.status = 'active')
      where t.org_id = ${firm} and t.owner_id in (select id from people) and t.status = 'active' and t.type = 'client' and t.company_key <> '' and ${countedTarget(asked)}
      group by t.company_key
    )
    select count(*) filter (where groups > 1)::int as many, count(*) filter (where groups <= 1)::int as one from clients`.execute(
    tx,
  )
  return [
    { label: 'Two groups or more', count: rows[0]!.many },
    { label: 'One group', count: rows[0]!.one },
  ]
}

export const highlights = serveViewerReport(highlightsReport, highlightsOf)

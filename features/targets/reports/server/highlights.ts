import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { asPursued, mayBePursued } from '../../figures/server/pursued.ts'
import { personPath } from '../../pipelines/contract.ts'
import {
  type Award,
  type HighlightShare,
  type Highlights,
  highlightsReport,
  type Winner,
} from '../highlightsContract.ts'
import { drillDownPath, type ReportFigure } from '../reportPathsContract.ts'
import { clientGroups, countedTarget, endOf, pursuedIs } from './figureConditions.ts'
import { rowName } from './overview.ts'
import { type PersonFigures, personFigures } from './personFigures.ts'

type AwardRule = { of: (one: PersonFigures) => number; made: ReportFigure; reason: (one: PersonFigures) => string }

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`
const told: Record<Award, AwardRule> = {
  mostProactive: {
    of: ({ steps }) => steps,
    made: 'steps',
    reason: ({ steps, late_steps }) =>
      `${steps === 1 ? 'step' : 'steps'} done, ${(steps - late_steps).toLocaleString('en-US')} on time`,
  },
  strongestCloser: {
    of: ({ won_revenue }) => won_revenue,
    made: 'won',
    reason: ({ won }) => `won with ${count(won, 'Target', 'Targets')}`,
  },
  greatestPotential: {
    of: ({ projected }) => projected,
    made: 'pursued',
    reason: ({ active }) => `projected in ${count(active, 'Target', 'Targets')}`,
  },
  top_collaborator: {
    of: ({ shared }) => shared,
    made: 'shared',
    reason: ({ shared }) => `${shared === 1 ? 'Target' : 'Targets'} shared with others`,
  },
  top_contributor: {
    of: ({ helping_steps }) => helping_steps,
    made: 'helping',
    reason: ({ helping_steps }) => `${helping_steps === 1 ? 'step' : 'steps'} on colleagues' Targets`,
  },
}

type Part = Highlights['types'][number]
/** Builds a part of a share with a link to its rows, or without one if it is empty. */
type PartOf = (label: string, count: number, figure: ReportFigure) => Part

export const highlightsOf: ViewerCount<Highlights> = async (tx, asked) => {
  const [all = []] = await personFigures(tx, asked, [asked.days!])
  const part: PartOf = (label, count, figure) => ({
    label,
    count,
    ...(count > 0 && {
      open: { path: drillDownPath(asked.scope, figure, { ...asked.days!, report: highlightsReport.name }) },
    }),
  })
  const pursued = await pursuedShares(tx, asked, part)
  const cross_selling = await crossSelling(tx, asked, part)
  const [steps, late] = [sum(all, ({ steps }) => steps), sum(all, ({ late_steps }) => late_steps)]
  const people = all.filter(({ is_here }) => is_here)
  const winners = (Object.keys(told) as Award[]).map((award) => winnerOf(award, people, asked))
  const shares: Record<HighlightShare, Part[]> = {
    ...pursued,
    value: [
      part(
        'High',
        sum(all, ({ high }) => high),
        'high',
      ),
      part(
        'Medium',
        sum(all, ({ medium }) => medium),
        'medium',
      ),
      part(
        'Low',
        sum(all, ({ low }) => low),
        'low',
      ),
    ],
    cross_selling,
    effective_communication: [part('On time', steps - late, 'on_time'), part('Late', late, 'late')],
  }
  return { rows: winners.every(({ name }) => name === '') ? [] : winners, ...shares }
}

const sum = (people: PersonFigures[], figure: (one: PersonFigures) => number) =>
  people.reduce((all, one) => all + figure(one), 0)

const tied = (others: number) =>
  others === 0 ? '' : `, tied with ${others === 1 ? '1 other person' : `${others} other people`}`

/** Among equals, the person with the latest activity wins. */
function winnerOf(award: Award, people: PersonFigures[], { days }: Pick<AskedReport, 'days'>): Winner {
  const { of, made, reason } = told[award]
  const most = Math.max(0, ...people.map(of))
  const equals = people.filter((one) => of(one) === most).sort((a, b) => (b.latest ?? 0) - (a.latest ?? 0))
  const [winner] = equals
  const ties = equals.length - 1
  if (most === 0 || !winner) return { award, name: '', value: 0, reason: 'No one yet', ties: 0 }
  return {
    award,
    name: rowName(winner),
    value: most,
    reason: `${reason(winner)}${tied(ties)}`,
    ties,
    open: { path: personPath(winner.id) },
    made_of: drillDownPath({ key: 'user', id: winner.id }, made, { ...days!, report: highlightsReport.name }),
  }
}

const ofDues = ['overdue', 'soon', 'later', 'client', 'prospect', 'refsource'] as const

/** Counts the targets that the people owned and pursued at the end of the last day. */
async function pursuedShares(
  tx: Tx,
  asked: AskedReport,
  part: PartOf,
): Promise<Pick<Highlights, 'deadlines' | 'types'>> {
  const { end } = asked.days!
  const is = pursuedIs(sql`${end}::date`)
  const ends = endOf(asked)
  const counts = ofDues.map((figure) => sql`count(*) filter (where ${is[figure]}) as ${sql.ref(figure)}`)
  const { rows } = await tx.sql<Record<(typeof ofDues)[number], number>>`
    with people as materialized (${asked.scope.people})
    select ${sql.join(ofDues.map((figure) => sql`coalesce(sum(${sql.ref(figure)}), 0)::int as ${sql.ref(figure)}`))}
    from people p cross join lateral (
      select ${sql.join(counts)}
      from targets t ${asPursued(ends)}
      where t.org_id = ${currentOrgId} and t.owner_id = p.id and ${mayBePursued(ends)} and ${countedTarget(asked)} offset 0) pursued`
  const found = rows[0]!
  return {
    deadlines: [
      part('Overdue', found.overdue, 'overdue'),
      part('Due Soon', found.soon, 'soon'),
      part('Due Later', found.later, 'later'),
    ],
    types: [
      part('Client', found.client, 'client'),
      part('Prospect', found.prospect, 'prospect'),
      part('Referral Source', found.refsource, 'refsource'),
    ],
  }
}

/** Counts companies that were clients then, by whether people of one group or several pursued them. */
async function crossSelling(tx: Tx, asked: AskedReport, part: PartOf): Promise<Highlights['cross_selling']> {
  const { rows } = await tx.sql<{ many: number; one: number }>`
    with people as materialized (${asked.scope.people}), clients as (${clientGroups(asked, endOf(asked))})
    select count(*) filter (where groups > 1)::int as many, count(*) filter (where groups <= 1)::int as one from clients`
  return [part('Two groups or more', rows[0]!.many, 'several_groups'), part('One group', rows[0]!.one, 'one_group')]
}

export const highlights = serveViewerReport(highlightsReport, highlightsOf)

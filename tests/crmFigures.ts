// Computes figures from a sales team's files alone, to compare them with the Viewer after the import.
import Papa from 'papaparse'
import type { AnyRoute, RouteInput } from '#core/contract/route.ts'
import type { AnyViewerReport } from '#core/contract/viewerReport.ts'
import { type DrillDown, drillDownReport } from '#features/targets/reports/drillDownContract.ts'
import type { Highlights } from '#features/targets/reports/highlightsContract.ts'
import { highlightsReport } from '#features/targets/reports/highlightsContract.ts'
import { type Overview, overviewReport } from '#features/targets/reports/overviewContract.ts'
import { type PeopleReport, peopleReportDefinition } from '#features/targets/reports/peopleContract.ts'
import { type TargetsReport, targetsReport } from '#features/targets/reports/targetsContract.ts'

/** The file covers 2016 and 2017, and the Viewer's days start in 2018. */
export const YEARS_LATER = 8
const YEAR = 2017 + YEARS_LATER

/** Moves a file's m/d/yyyy dates by that many years and keeps everything else. */
export const moved = (csv: string): string =>
  csv.replaceAll(
    /(?<=,)(\d{1,2}\/\d{1,2}\/)(\d{4})(?=,)/g,
    (_, day: string, year: string) => `${day}${Number(year) + YEARS_LATER}`,
  )

type Deal = {
  agent: string
  manager: string
  stage: 'Won' | 'Lost' | 'Engaging' | 'Prospecting'
  /** YYYY-MM-DD, or '' if the file has none. */
  engaged: string
  closed: string
  dollars: number
}
type Line = Record<string, string>
const linesOf = (csv: string) => Papa.parse<Line>(csv, { header: true, skipEmptyLines: true }).data

/** Returns every row of the pipeline with moved dates and its agent's manager from the other file. */
export function dealsIn(pipeline: string, teams: string): Deal[] {
  const managers = new Map(linesOf(teams).map(({ sales_agent, manager }) => [sales_agent, manager]))
  return linesOf(moved(pipeline)).map((line) => ({
    agent: line.sales_agent!,
    manager: managers.get(line.sales_agent)!,
    stage: line.deal_stage as Deal['stage'],
    engaged: dayOf(line.engage_date!),
    closed: dayOf(line.close_date!),
    dollars: Number(line.close_value || 0),
  }))
}

function dayOf(written: string): string {
  const [month = '', day = '', year = ''] = written.split('/')
  return written && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

type Days = { start: string; end: string }
type Period = Days & { name: string }
const periods: Period[] = [
  { name: 'the year', start: `${YEAR}-01-01`, end: `${YEAR}-12-31` },
  { name: 'quarter 1', start: `${YEAR}-01-01`, end: `${YEAR}-03-31` },
  { name: 'quarter 2', start: `${YEAR}-04-01`, end: `${YEAR}-06-30` },
  { name: 'quarter 3', start: `${YEAR}-07-01`, end: `${YEAR}-09-30` },
  { name: 'quarter 4', start: `${YEAR}-10-01`, end: `${YEAR}-12-31` },
]

/** Returns the body and throws if there is none. */
export type Ask = <T>(route: AnyRoute, input: RouteInput) => Promise<T>
export type Figure = { label: string; file: string | number; viewer: string | number | undefined }
type Of = { key: 'org' | 'group' | 'user'; id: string }
/** The imported firm: groups by the name of their manager, and people by their own. */
export type ImportedFirm = { id: string; groups: ReadonlyMap<string, string>; people: ReadonlyMap<string, string> }

const isIn =
  ({ start, end }: Days) =>
  ({ closed }: Deal) =>
    closed >= start && closed <= end
const isWon = ({ stage }: Deal) => stage === 'Won'
const sum = (deals: readonly Deal[]) => deals.reduce((all, { dollars }) => all + dollars, 0)
const namesIn = (deals: readonly Deal[], of: (deal: Deal) => string) => [...new Set(deals.map(of))].sort()

/** Returns each figure of the file beside the Viewer's, by firm, group, and person, per year and quarter. */
export async function compared(ask: Ask, firm: ImportedFirm, deals: readonly Deal[]): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const period of periods) {
    figures.push(...(await ofFirm(ask, firm, deals, period)))
    for (const manager of namesIn(deals, (deal) => deal.manager)) {
      const its = deals.filter((deal) => deal.manager === manager)
      const group: Of = { key: 'group', id: firm.groups.get(manager) ?? '' }
      figures.push(...(await wonOf(ask, group, its, period, `${manager}'s group`)))
    }
  }
  const [year] = periods
  for (const agent of namesIn(deals, (deal) => deal.agent)) {
    const its = deals.filter((deal) => deal.agent === agent)
    figures.push(...(await wonOf(ask, { key: 'user', id: firm.people.get(agent) ?? '' }, its, year!, agent)))
  }
  return figures
}

const read = <T>(ask: Ask, report: AnyViewerReport, params: Of, { start, end }: Days, which?: string) =>
  ask<T>(report.routes.read, { params, query: { start, end, ...(which && { which }) } })

/** Compares wins, revenue, and closed deals with the overview and with the sum of its rows. */
async function wonOf(ask: Ask, of: Of, deals: readonly Deal[], period: Period, name: string): Promise<Figure[]> {
  const closed = deals.filter(isIn(period))
  const won = closed.filter(isWon)
  const { total } = await read<Overview>(ask, overviewReport, of, period)
  const made = await read<DrillDown>(ask, drillDownReport, of, period, 'won')
  const label = (what: string) => `${name}, ${period.name}: ${what}`
  return [
    { label: label('won, dollars'), file: sum(won), viewer: total.total_revenue },
    { label: label('won, deals'), file: won.length, viewer: made.total.count },
    { label: label('rows behind it, dollars'), file: sum(won), viewer: made.total.amount ?? undefined },
    { label: label('won or lost, deals'), file: closed.length, viewer: total.total_closed },
  ]
}

async function ofFirm(ask: Ask, firm: ImportedFirm, deals: readonly Deal[], period: Period): Promise<Figure[]> {
  const of: Of = { key: 'org', id: firm.id }
  const label = (what: string) => `The firm, ${period.name}: ${what}`
  const won = deals.filter(isIn(period)).filter(isWon)
  const [groups, people, highlights, targets] = [
    await read<Overview>(ask, overviewReport, of, period),
    await read<PeopleReport>(ask, peopleReportDefinition, of, period),
    await read<Highlights>(ask, highlightsReport, of, period),
    await read<TargetsReport>(ask, targetsReport, of, period),
  ]
  const byAgent = namesIn(deals, ({ agent }) => agent).map((agent) => ({
    agent,
    dollars: sum(won.filter((deal) => deal.agent === agent)),
  }))
  const first = byAgent.toSorted((a, b) => b.dollars - a.dollars)[0]!
  const closer = highlights.rows.find(({ award }) => award === 'strongestCloser')
  // Started by the end, and not closed before the start.
  const pursued = deals.filter(
    ({ engaged, closed }) => engaged !== '' && engaged <= period.end && (closed === '' || closed >= period.start),
  )
  return [
    ...(await wonOf(ask, of, deals, period, 'The firm')),
    ...namesIn(deals, ({ manager }) => manager).map((manager) => ({
      label: label(`${manager}'s group in the overview, dollars won`),
      file: sum(won.filter((deal) => deal.manager === manager)),
      viewer: groups.rows.find(({ id }) => id === firm.groups.get(manager))?.total_revenue,
    })),
    ...byAgent.map(({ agent, dollars }) => ({
      label: label(`${agent} among the people, dollars won`),
      file: dollars,
      viewer: people.rows.find(({ id }) => id === firm.people.get(agent))?.total_revenue,
    })),
    { label: label('strongest closer'), file: first.agent, viewer: closer?.name },
    { label: label('strongest closer, dollars'), file: first.dollars, viewer: closer?.value },
    { label: label('Targets pursued'), file: pursued.length, viewer: targets.total.count },
    { label: label('Targets pursued, dollars won'), file: sum(won), viewer: targets.total.won },
  ]
}

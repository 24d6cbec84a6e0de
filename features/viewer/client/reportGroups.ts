// Groups of reports in the navigation. Source: the second specification, section 2 'Viewer'.
import { isShownInsights } from '#core/contract/orgReport.ts'
import type { Session } from '#core/contract/session.ts'
import type { ReportArea } from '#core/contract/viewerReport.ts'
import type { Viewer } from '../contract.ts'
import { reportPath } from '../reportPaths.ts'

const titles: [ReportArea, string][] = [
  ['tracker', 'Tracker Reports'],
  ['trainer', 'Trainer Reports'],
  ['insights', 'Insights Reports'],
  ['assets', 'Assets Database'],
]

export type ReportEntry = { code: string; name: string; path: string }
export type ReportGroup = { title: string; reports: ReportEntry[] }

/** Returns only visible reports and no empty groups. */
export const reportGroups = ({ reports }: Viewer): ReportGroup[] =>
  titles
    .map(([area, title]) => ({
      title,
      reports: reports
        .filter((report) => report.area === area && report.show_in_nav)
        .map(({ code, name }) => ({ code, name, path: reportPath(code) })),
    }))
    .filter(({ reports }) => reports.length > 0)

/**
 * Returns the report that the Viewer opens: the overview, progress for people without Tracker reports or Insights, or
 * else the first. Source: RULINGS, section 5.
 */
export function firstReport(groups: readonly ReportGroup[], session: Session | null): string | undefined {
  const all = groups.flatMap(({ reports }) => reports)
  const codes = session && !isShownInsights(session.Settings) ? ['progress', 'overview'] : ['overview', 'progress']
  return (codes.map((code) => all.find((report) => report.code === code)).find(Boolean) ?? all[0])?.path
}

/**
 * Returns the URL of the people-target variant, or undefined for people without the report. `person` is an ID or empty.
 * Source: the second specification, section 2 'Viewer'.
 */
export function peopleReport({ reports, graphs }: Viewer, person: string): string | undefined {
  if (!reports.some(({ code }) => code === 'people')) return undefined
  const isThere = graphs.some(({ key, id }) => key === 'user' && id === person)
  return isThere ? `${reportPath('people')}/${person}` : reportPath('people')
}

// The reports as the navigation has them. Source: the second specification, section 2 'Viewer'.
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

/** Only what is shown in the navigation; no empty groups. */
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
 * Where the Viewer opens: the overview, for who has no reports of the Tracker or no Insights the progress, else the first that there is.
 * Source: RULINGS, section 5.
 */
export function firstReport(groups: readonly ReportGroup[], session: Session | null): string | undefined {
  const all = groups.flatMap(({ reports }) => reports)
  const codes = session && !isShownInsights(session.Settings) ? ['progress', 'overview'] : ['overview', 'progress']
  return (codes.map((code) => all.find((report) => report.code === code)).find(Boolean) ?? all[0])?.path
}

/** The people-target variant: `person` is an id, or nothing. Who has no such report has none. Source: the second specification, section 2 'Viewer'. */
export function peopleReport({ reports, graphs }: Viewer, person: string): string | undefined {
  if (!reports.some(({ code }) => code === 'people')) return undefined
  const isThere = graphs.some(({ key, id }) => key === 'user' && id === person)
  return isThere ? `${reportPath('people')}/${person}` : reportPath('people')
}

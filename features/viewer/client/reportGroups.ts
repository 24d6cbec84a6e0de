// The reports as the navigation has them. Source: the second specification, section 2 'Viewer'.
import type { ReportArea } from '#core/contract/viewerReport.ts'
import type { Definition, Viewer } from '../contract.ts'
import { reportPath } from '../reportPaths.ts'

const titles: [ReportArea, string][] = [
  ['tracker', 'Tracker Reports'],
  ['trainer', 'Trainer Reports'],
  ['insights', 'Insights Reports'],
  ['assets', 'Assets Database'],
]

export type ReportGroup = { title: string; reports: (Definition & { path: string })[] }

/** Only what is shown in the navigation; no empty groups. */
export const reportGroups = ({ reports }: Viewer): ReportGroup[] =>
  titles
    .map(([area, title]) => ({
      title,
      reports: reports
        .filter((report) => report.area === area && report.show_in_nav)
        .map((report) => ({ ...report, path: reportPath(report.code) })),
    }))
    .filter(({ reports }) => reports.length > 0)

/** Where the Viewer opens: the overview, for who has no reports of the Tracker the progress, else the first that there is. */
export function firstReport(viewer: Viewer): string | undefined {
  const all = reportGroups(viewer).flatMap(({ reports }) => reports)
  const codes = ['overview', 'progress']
  return (codes.map((code) => all.find((report) => report.code === code)).find(Boolean) ?? all[0])?.path
}

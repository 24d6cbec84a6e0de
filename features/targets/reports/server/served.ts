import type { ViewerReportHandler } from '#core/server/reports/serveViewerReport.ts'
import { clients } from './clients.ts'
import { drillDown } from './drillDown.ts'
import { highlights } from './highlights.ts'
import { readOverlaps } from './overlaps.ts'
import { overview } from './overview.ts'
import { readPeopleReport } from './people.ts'
import { readTargetsReport } from './targets.ts'

export const trackerReports: readonly ViewerReportHandler[] = [
  overview,
  highlights,
  readTargetsReport,
  clients,
  readOverlaps,
  readPeopleReport,
  drillDown,
]

// The Tracker's reports for those who manage people.
import type { ViewerReportHandler } from '#core/server/reports/serveViewerReport.ts'
import { clients } from './clients.ts'
import { highlights } from './highlights.ts'
import { drillDown } from './madeOf.ts'
import { overlaps } from './overlaps.ts'
import { overview } from './overview.ts'
import { people } from './people.ts'
import { targets } from './targets.ts'

export const trackerReports: readonly ViewerReportHandler[] = [
  overview,
  highlights,
  targets,
  clients,
  overlaps,
  people,
  drillDown,
]

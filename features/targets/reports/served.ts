// The Tracker's reports for those who manage people.
import type { ServedViewerReport } from '#core/server/reports/serveViewerReport.ts'
import { madeOf } from './server/madeOf.ts'
import { overview } from './server/overview.ts'
import { people } from './server/people.ts'

export const trackerReports: readonly ServedViewerReport[] = [overview, people, madeOf]

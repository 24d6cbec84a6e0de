import type { Dependencies } from '#core/server/dependencies.ts'
import { serveNotice } from '#core/server/notices/notice.ts'
import type { Handler } from '#core/server/routes.ts'
import { digestNotice } from '../../mailContract.ts'
import { bounceRoutes, deleteDigestEmails, recordBouncedDigests } from './bounces.ts'
import { myDigestVisits } from './clicks.ts'
import { openingRoutes } from './opening.ts'
import { pictureRoutes } from './pictures.ts'
import { digestMails } from './sending.ts'
import { settingsRoutes } from './settings.ts'

export const mailRoutesServed = (means: Dependencies): Handler[] => [
  ...settingsRoutes,
  ...openingRoutes(means),
  ...pictureRoutes,
  ...bounceRoutes(means),
]
export const mailJobs = [recordBouncedDigests, deleteDigestEmails]
export const mailNotices = [serveNotice(digestNotice)]
export const mailMakers = [digestMails]
export const mailData = [{ name: 'digest_visits', page: myDigestVisits }]

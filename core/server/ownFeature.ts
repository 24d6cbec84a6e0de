import type { Needs } from '#core/contract/ports.ts'
import { feedHandler } from '#core/sync/server/feed.ts'
import { purgeStoredResponses } from '#core/sync/server/idempotency.ts'
import type { Declared } from './declaration.ts'
import { EVERY_HOUR } from './encryptColumn.ts'
import { streamRoutes } from './events.ts'
import { encryptLinkKeys } from './files/linkKey.ts'
import { fileRoutes } from './files/routes.ts'
import { sweepFiles } from './files/sweep.ts'
import { moveUnsubscribeLinks } from './notices/unsubscribeLink.ts'
import { tidyOutgoing } from './outgoing/sending.ts'
import { hostVideos } from './video/hostedCopies.ts'
import { mediaApi } from './video/mediaApi.ts'
import { mediaKeyRoutes } from './video/mediaKey.ts'
import type { Job } from './work/jobs.ts'

const encryptKeys: Job = {
  name: 'seal-keys',
  cron: EVERY_HOUR,
  async run(database) {
    await encryptLinkKeys(database)
    await moveUnsubscribeLinks(database)
  },
}

/** Built-in routes that don't depend on the installed features. */
export const ownFeature: Declared<Needs> = {
  name: 'house',
  routes: (_, house) => [
    ...streamRoutes,
    ...fileRoutes,
    ...mediaKeyRoutes(house),
    ...feedHandler(house.all('feeds')),
    ...house.all('reports').flatMap(({ routes }) => routes),
    ...house.all('viewerReports').flatMap(({ routes }) => routes),
  ],
  externalApis: [mediaApi],
  jobs: (_, { videoHost, limits }) => [
    purgeStoredResponses,
    sweepFiles,
    tidyOutgoing,
    encryptKeys,
    ...(videoHost ? [hostVideos(videoHost, { allowed: limits.allowed })] : []),
  ],
  start: encryptKeys.run,
}

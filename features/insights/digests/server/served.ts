import type { Dependencies } from '#core/server/dependencies.ts'
import { schedulingTask } from '#core/server/recurring/due.ts'
import type { AnyTask } from '#core/server/work/work.ts'
import { purgeDigestRecipients } from './purging.ts'
import { myDigests } from './reading.ts'
import { originOf } from './routes.ts'
import { digestMail } from './rows.ts'
import { beginDigest } from './scheduling.ts'
import { sendingTask } from './sending.ts'
import { templateImage, templateLogo } from './templatePictures.ts'

export const digestData = [{ name: 'digests', page: myDigests }]
export { digestsReported } from './report.ts'
export { digestRoutes } from './routes.ts'
export const digestJobs = [purgeDigestRecipients]
export const digestFiles = [templateLogo, templateImage]
export const digestTask = (house: Dependencies): AnyTask[] => [
  schedulingTask(
    digestMail,
    beginDigest(() => originOf(house)),
  ),
  sendingTask(house.mail),
]

// A process that sends due reports as a server does, for tests that kill it or write beside it. Prints 'ready' when it
// starts looking for them, which it does all the time. Rejected emails are retried right away.
import { features } from '#app/features.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { dependenciesWith } from '#core/server/dependencies.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { openFilesOf } from '#core/server/files/settings.ts'
import { readInstallationKey } from '#core/server/installationKey.ts'
import { outgoingQueues, sendersOf, startSending } from '#core/server/outgoing/sending.ts'
import { openSecretBox } from '#core/server/secretBox.ts'
import { provide } from '#core/server/services.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { wake } from '#core/server/work/work.ts'
import { recordReportEmails } from '#features/viewer/schedules/server/ending.ts'
import { SECRET } from '#tests/server.ts'

const { SENDER_URL: url = '', SENDER_DIRECTORY: directory = '', SENDER_SMTP: smtpUrl } = process.env
const database = await openDatabase({ url, poolSize: 6 })
const key = await readInstallationKey(database, { secret: SECRET.PURSUIT_SECRET, directory })
const product = composeFeatures(features, dependenciesWith({ box: openSecretBox(key) }))
openFilesOf(database, undefined, directory, product.files)
provide(database, product)
const senders = sendersOf(database, {
  origin: () => 'https://pursuit.hartwell.example',
  directory: `${directory}/outbox`,
  smtpUrl,
  mails: product.mails,
})
const works = product.work.filter(({ name }) => name.startsWith('reports.'))
const jobs = await startJobs(
  database,
  [],
  outgoingQueues(senders, { limit: 50, firstAfterSeconds: 1, everySeconds: 1 }),
  works,
)
const stopSending = await startSending(database, jobs)
let isStopping = false
process.on('SIGTERM', () => {
  isStopping = true
})
console.log('ready')
while (!isStopping) {
  for (const work of works) wake(work)
  jobs.wake('mail')
  await recordReportEmails.run(database)
  await new Promise((resolve) => setTimeout(resolve, 200))
}
stopSending()
await jobs.stop()
await database.close()
process.exit(0)

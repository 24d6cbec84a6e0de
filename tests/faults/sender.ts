// A process that queues and sends emails as a server does, for tests that kill it. Prints 'ready' when it sends,
// 'queued <number>' after each commit, and 'empty' at the end.

import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import { outgoingQueues, sendersOf, startSending } from '#core/server/outgoing/sending.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { createFirm } from '#features/admin/operator/server/firms.ts'
import { flags } from '#tests/flags.ts'

const {
  SENDER_URL: url,
  SENDER_DIRECTORY: directory = '',
  SENDER_SMTP: smtpUrl,
  SENDER_FROM,
  SENDER_COUNT,
} = process.env
const database = await openDatabase(url ? { url } : { directory: `${directory}/database` })
await migrate(database)
const orgId = await withoutRls(database, async (tx) => {
  await tx.sql`select pg_advisory_xact_lock(1)`
  const { rows } = await tx.sql<{ id: string }>`select id from orgs limit 1`
  return rows[0]?.id ?? createFirm(tx, flags, { name: 'Hartwell & Stone LLP' })
})
const origin = () => 'https://pursuit.hartwell.example'
const senders = sendersOf(database, { origin, directory: `${directory}/outbox`, smtpUrl })
const jobs = await startJobs(
  database,
  [],
  outgoingQueues(senders, { limit: 50, firstAfterSeconds: 1, everySeconds: 1 }),
)
const stopSending = await startSending(database, jobs)
process.on('SIGTERM', async () => {
  stopSending()
  await jobs.stop()
  await database.close()
  process.exit(0)
})
console.log('ready')
const first = Number(SENDER_FROM)
for (let number = first; number < first + Number(SENDER_COUNT); number++) {
  const letter = { subject: `Mail ${number}`, heading: `Mail ${number}`, lines: ['One of many.'] }
  const to = { email: `person${number}@hartwell.example`, name: 'Person' }
  await withOrg(database, orgId, (tx) => queueMail(tx, orgId, to, letter, { key: `kill:${number}` }))
  console.log(`queued ${number}`)
}
for (;;) {
  jobs.wake('mail')
  await new Promise((resolve) => setTimeout(resolve, 200))
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ waiting: number; doubt: number; failed: number }>`
      select count(*) filter (where state in ('waiting', 'sending'))::int as waiting, count(*) filter (where state = 'doubt')::int as doubt,
        count(*) filter (where state = 'failed')::int as failed from outgoing`,
  )
  if (rows[0]!.waiting === 0) console.log(`empty ${rows[0]!.doubt} ${rows[0]!.failed}`)
}

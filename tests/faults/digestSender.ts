// A process that sends digests as a server does, for tests that kill it. Creates the digest DIGEST_RUN for the whole
// firm if missing, prints 'ready' when it sends, and 'done <sent> <doubt> <failed>' at the end. Failed emails are
// retried right away.

import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { dependenciesWith } from '#core/server/dependencies.ts'
import { composeFeatures } from '#core/server/feature.ts'
import { newId } from '#core/server/ids.ts'
import { openSecretBox } from '#core/server/secretBox.ts'
import { provide } from '#core/server/services.ts'
import { startJobs } from '#core/server/work/jobs.ts'
import { wake } from '#core/server/work/work.ts'
import { createFirm } from '#features/admin/operator/server/firms.ts'
import { digestTask } from '#features/insights/digests/server/served.ts'
import { flags } from '#tests/flags.ts'

const {
  SENDER_URL: url,
  SENDER_DIRECTORY: directory = '',
  SENDER_SMTP: smtpUrl,
  DIGEST_RUN,
  DIGEST_PEOPLE,
} = process.env
const database = await openDatabase(url ? { url, poolSize: 6 } : { directory: `${directory}/database` })
await migrate(database)
const dependencies = dependenciesWith({
  // The same for all processes on one database, as in one installation.
  box: openSecretBox(Buffer.alloc(32, 7)),
  mail: { origin: () => 'https://pursuit.hartwell.example', smtpUrl, directory: `${directory}/outbox` },
})
provide(database, composeFeatures([], dependencies))

const title = `Run ${DIGEST_RUN}`
await withoutRls(database, async (tx) => {
  await tx.sql`select pg_advisory_xact_lock(1)`
  const found = await tx.sql<{ id: string }>`select id from orgs limit 1`
  const orgId = found.rows[0]?.id ?? (await createFirm(tx, flags, { name: 'Hartwell & Stone LLP' }))
  const { rows } = await tx.sql`select from digests where title = ${title}`
  if (rows.length > 0) return
  await tx.sql`
    insert into users (org_id, id, email, first_name, last_name, role)
    select ${orgId}, gen_random_uuid(), 'person' || n || '@hartwell.example', 'Person', n::text, 'member' from generate_series(1, ${Number(DIGEST_PEOPLE)}::int) n
    where not exists (select 1 from users where org_id = ${orgId}) returning 1`
  const id = newId()
  await tx.sql`
    insert into digests (org_id, id, title, curated_by, description, start, status, next_at)
    values (${orgId}, ${id}, ${title}, 'Dana Reyes', 'One of many.', '2026-01-01 09:00:00', 'scheduled', now())`
  const link = JSON.stringify({ url: 'https://vimeo.com/1', title: 'Rates', description: '', duration: '' })
  await tx.sql`insert into digest_items (org_id, digest_id, position, link) values (${orgId}, ${id}, 0, ${link}::jsonb)`
  await tx.sql`insert into digest_people select org_id, ${id}, id from users where org_id = ${orgId} returning 1`
})

const works = digestTask(dependencies)
const jobs = await startJobs(database, [], [], works)
process.on('SIGTERM', async () => {
  await jobs.stop()
  await database.close()
  process.exit(0)
})
console.log('ready')
for (;;) {
  await withoutRls(database, async (tx) => {
    await tx.sql`update digest_recipients set next_try_at = now() where state = 'waiting' and next_try_at > now()`
    await tx.sql`update digest_runs set rests_until = null where rests_until is not null`
  })
  for (const work of works) wake(work)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{ counts: Record<string, number> }>`
      select r.counts from digest_runs r join digests d on d.org_id = r.org_id and d.id = r.digest_id
      where d.title = ${title} and r.state <> 'sending' and d.status = 'sent'`,
  )
  if (rows[0]) console.log(`done ${['sent', 'doubt', 'failed'].map((state) => rows[0]!.counts[state] ?? 0).join(' ')}`)
}

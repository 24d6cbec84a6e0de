// Deletes each firm's records once their retention period is over. Runs once a day for every firm.
import { sql } from 'kysely'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { Job } from '#core/server/work/jobs.ts'
import { type Retention, retentionDefaults } from '../contract.ts'
import { purgeUnseenContacts } from './unseenContacts.ts'

/** Rows deleted per transaction. */
const SOME = 2000

export const purgeRecords: Job = {
  name: 'forget-records',
  cron: '40 9 * * *',
  run: (database) => purgeOld(database),
}

type Firm = { id: string; retention: Partial<Retention> }

/** Skips closed firms, because someone may need their data unchanged. */
export async function purgeOld(database: Database): Promise<void> {
  const { rows } = await withoutRls(database, (tx) => tx.sql<Firm>`select id, retention from orgs where not is_closed`)
  for (const { id, retention } of rows) await purgeInFirm(database, id, { ...retentionDefaults, ...retention })
}

async function purgeInFirm(database: Database, orgId: string, days: Retention): Promise<void> {
  const before = (name: keyof Retention) => sql`now() - make_interval(days => ${days[name]}::int)`
  const whole = (work: (tx: Tx) => Promise<{ rows: unknown[] }>) => untilNone(database, work)
  await whole(
    (tx) =>
      tx.sql`delete from audit_log where (org_id, id) in (
      select org_id, id from audit_log where org_id = ${orgId} and at < ${before('audit_log')} limit ${SOME}) returning 1`,
  )
  await whole(
    (tx) =>
      tx.sql`update audit_log set address = '' where (org_id, id) in (
      select org_id, id from audit_log where org_id = ${orgId} and address <> '' and at < ${before('addresses')} limit ${SOME}) returning 1`,
  )
  await whole(
    (tx) =>
      tx.sql`update sessions set address = '' where org_id = ${orgId} and address <> '' and used_at < ${before('addresses')} returning 1`,
  )
  // A message with an occasion stays as a record so that it is never sent twice. Its recipient and content are deleted.
  await whole(
    (tx) =>
      tx.sql`delete from outgoing where (org_id, id) in (
      select org_id, id from outgoing where org_id = ${orgId} and occasion is null and state in ('sent', 'failed', 'doubt') and moved_at < ${before('messages')} limit ${SOME})
      returning 1`,
  )
  await whole(
    (tx) =>
      tx.sql`update outgoing set recipient = '', content = null where (org_id, id) in (
      select org_id, id from outgoing where org_id = ${orgId} and recipient <> '' and state in ('sent', 'failed', 'doubt') and moved_at < ${before('messages')} limit ${SOME})
      returning 1`,
  )
  await purgeUnseenContacts(database, orgId, days.contacts)
}

async function untilNone(database: Database, work: (tx: Tx) => Promise<{ rows: unknown[] }>): Promise<void> {
  for (let left = SOME; left === SOME; ) left = (await withoutRls(database, work)).rows.length
}

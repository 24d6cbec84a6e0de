// Sends the runs of digests: each recipient gets one email, however many processes send and whatever interrupts them.
import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { unsubscribePathsOf } from '#core/server/notices/unsubscribeLink.ts'
import { type Bulk, type BulkEmailSettings, type BulkMail, openBulk } from '#core/server/outgoing/bulk.ts'
import { mailOf } from '#core/server/outgoing/mime.ts'
import { emailSender } from '#core/server/outgoing/sender.ts'
import { ConnectionFailed } from '#core/server/outgoing/smtpConnection.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { type AnyTask, type Batch, defineTask } from '#core/server/work/work.ts'
import { insightsFlag } from '../../flagsContract.ts'
import { skippedItems, subscriptionEnded } from '../items.ts'
import { digestNotice } from '../mailContract.ts'
import { beginBatch, isOfPart, PARTS, recordDeparture, withNotes } from './deliveryLog.ts'
import { markOf, notMailed, preparedWith, readerWith, runOf, type SendingRun } from './mail/sending.ts'
import { digestMail } from './rows.ts'
import { endDigestRun } from './startRun.ts'

/** Seconds until an unreachable mail server is retried, and hours after which waiting emails fail. */
const REST = 30
const HOURS = 24

const Input = z.object({ orgId: id, runId: id, part: z.int() })
type Input = z.infer<typeof Input>

type Waiting = {
  user_id: string
  email: string
  name: string
  first_name: string
  items: number[]
  why: string
  at: string
}

/** `mail` is null if the server has no mail settings. Runs then wait. */
export function sendingTask(mail: BulkEmailSettings | null): AnyTask {
  const bulk = mail && openBulk(mail)
  return defineTask<Input>({
    ...digestMail.task,
    input: Input,
    key: ({ runId, part }) => `${runId}/${part}`,
    // Batches wait for a mail server and hold no locks that others need.
    sizes: { first: 200, most: 250, milliseconds: 1000 },
    due: (database) => (bulk ? dueRuns(database) : Promise.resolve([])),
    async begin(database, input, signal) {
      if (!mail || !bulk) return null
      await withOrg(database, input.orgId, (tx) => recordDeparture(tx, input))
      const batch = { id: null }
      return { next: (size) => sendSome({ database, mail, bulk, input, signal, batch }, size) }
    },
  })
}

async function dueRuns(database: Database): Promise<Input[]> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Input>`
      select r.org_id as "orgId", r.id as "runId", p.part from digest_runs r, generate_series(0, ${PARTS - 1}::int) p (part)
      where r.state = 'sending' and coalesce(r.rests_until, '-infinity') <= now() and (
        exists (select 1 from digest_recipients w where w.org_id = r.org_id and w.run_id = r.id and ${isOfPart(sql`p.part`)}
          and (w.state = 'sending' or w.state = 'waiting' and w.next_try_at <= now()))
        or p.part = 0 and not exists (select 1 from digest_recipients w where w.org_id = r.org_id and w.run_id = r.id and w.state in ('waiting', 'sending')))
      order by r.at`,
  )
  return rows
}

type Sending = {
  database: Database
  mail: BulkEmailSettings
  bulk: Bulk
  input: Input
  signal: AbortSignal
  /** The previous batch, whose records might not be on disk. */
  batch: { id: string | null }
}

async function sendSome(sending: Sending, size: number): Promise<Batch> {
  const { database, bulk, input, signal } = sending
  const { orgId, runId } = input
  const mails = await mailsOf(sending, size)
  if (mails.length === 0) {
    await withOrg(database, orgId, (tx) => endDigestRun(tx, runId, new Date().toISOString()))
    return { done: 0, isLeft: false }
  }
  try {
    await withNotes(database, input, (write) => bulk.send(mails, write, signal))
    return { done: mails.length, isLeft: true }
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error
    await rest(database, input, error.message)
    return { done: 0, isLeft: false }
  }
}

/** If the firm lost Insights, pending emails fail. They can be sent manually once the firm has it again. */
const failUnsubscribed = (tx: Tx, runId: string) =>
  tx.sql`
    update digest_recipients set state = 'failed', problem = ${subscriptionEnded.mail}, moved_at = now()
    where org_id = ${currentOrgId} and run_id = ${runId} and state = 'waiting'
      and not exists (select 1 from orgs o where o.id = ${currentOrgId} and ${isOnIn(sql`o.subscriptions`, insightsFlag)})`

/** Returns the next pending emails. Skips people who have left, unsubscribed, or bounced since the run began. */
async function mailsOf({ database, mail, input, batch }: Sending, size: number): Promise<BulkMail[]> {
  const { orgId, runId, part } = input
  return withOrg(database, orgId, async (tx) => {
    const run = await runOf(tx, orgId, runId)
    if (!run) throw new Error(`The email of the run ${runId} isn’t stored.`)
    await failUnsubscribed(tx, runId)
    const { rows } = await tx.sql<Waiting>`
      select w.user_id, w.email, w.name, u.first_name, w.items, w.why, r.at from digest_recipients w
        join digest_runs r on r.org_id = w.org_id and r.id = w.run_id join users u on u.org_id = w.org_id and u.id = w.user_id
      where w.org_id = ${currentOrgId} and w.run_id = ${runId} and w.state = 'waiting' and w.next_try_at <= now() and ${isOfPart(sql`${part}::int`)}
      order by w.next_try_at, w.user_id limit ${size}`
    const ended = await notMailed(
      tx,
      rows.map(({ user_id }) => user_id),
    )
    for (const [userId, why] of ended)
      await tx.sql`update digest_recipients set state = 'skipped', problem = ${why === 'gone' ? skippedItems.deactivated : skippedItems[why]}, items = '{}', moved_at = now()
        where org_id = ${currentOrgId} and run_id = ${runId} and user_id = ${userId} and state = 'waiting'`
    const to = rows.filter(({ user_id }) => !ended.has(user_id))
    const userIds = to.map(({ user_id }) => user_id)
    const begun = await beginBatch(tx, database, input, userIds, batch.id)
    tx.afterCommit(() => {
      batch.id = begun
    })
    const paths = await unsubscribePathsOf(tx, orgId, userIds, digestNotice.kind)
    const marks = new Map(userIds.map((userId) => [userId, markOf(tx, orgId, runId, userId)]))
    // Links are signed with the installation's key, which is available only in a transaction. So emails are filled here
    // and written when they are sent.
    return Promise.all(
      to.map(async (one) =>
        mailTo(tx, one, run, { mail, orgId, runId, path: paths.get(one.user_id)!, mark: marks.get(one.user_id)! }),
      ),
    )
  })
}

type About = { mail: BulkEmailSettings; orgId: string; runId: string; path: string; mark: string }

async function mailTo(
  tx: Tx,
  one: Waiting,
  run: SendingRun,
  { mail, orgId, runId, path, mark }: About,
): Promise<BulkMail> {
  const origin = mail.origin()
  const sender = emailSender(mail.from, origin)
  const { senderName, name, replyTo } = run.mail.firm
  const prepared = preparedWith(run, one.items)
  const whose = { orgId, runId, userId: one.user_id, origin }
  const reader = readerWith(tx, whose, { ...run, prepared, why: one.why, firstName: one.first_name }, path, one.items)
  return {
    id: one.user_id,
    named: { id: `${runId}.${one.user_id}`, queuedAt: one.at },
    compose: () =>
      mailOf({
        messageId: `<${mark}@${sender.address.split('@')[1]}>`,
        date: one.at,
        from: { ...sender, name: senderName || name },
        to: { name: one.name, address: one.email },
        replyTo: replyTo ?? null,
        subject: prepared.subject,
        ...prepared.fill(reader),
        unsubscribe: reader.unsubscribe,
        listId: `${name} <digests.${orgId}.${sender.address.split('@')[1]}>`,
      }),
  }
}

/** Pauses the run while the mail server is unreachable. It uses up no attempts, but emails fail after a day. */
const rest = (database: Database, { orgId, runId }: Input, problem: string) =>
  withOrg(database, orgId, async (tx) => {
    await tx.sql`
      update digest_runs set rests_until = now() + make_interval(secs => ${REST}), problem = ${problem} where org_id = ${currentOrgId} and id = ${runId}`
    await tx.sql`
      update digest_recipients w set state = 'failed', problem = ${problem}, moved_at = now() from digest_runs r
      where w.org_id = ${currentOrgId} and w.run_id = ${runId} and w.state = 'waiting' and r.org_id = w.org_id and r.id = w.run_id
        and r.at < now() - make_interval(hours => ${HOURS}) and w.moved_at < now() - make_interval(hours => ${HOURS})`
  })

import type { Database } from '../database/open.ts'
import { type Tx, withoutRls } from '../database/tx.ts'
import type { Job, JobQueue, Jobs } from '../work/jobs.ts'
import { deliver, oneByOne, type Send } from './deliveries.ts'
import { type MailMaker, mailsMadeBy } from './madeMail.ts'
import { type MailOptions, mailSender } from './mail.ts'
import { type PushOptions, pushSender } from './push.ts'
import { pushKeys } from './registrations.ts'
import { emailSender } from './sender.ts'
import { type TextOptions, textSender } from './text.ts'
import { type DeliveryChannel, onQueued, triggerSendAfterCommit } from './triggerSend.ts'

const channels: DeliveryChannel[] = ['mail', 'text', 'push']
export type Senders = Record<DeliveryChannel, Send>

export type SendersOptions = Omit<MailOptions, 'directory' | 'make'> & {
  mails?: readonly MailMaker[]
  /** The local outbox for messages without a provider. */
  directory: string
  sms?: Omit<TextOptions, 'directory'>
  push?: Omit<PushOptions, 'directory' | 'origin' | 'contact'>
}

export function sendersOf(database: Database, options: SendersOptions): Senders {
  const { origin, directory, smtpUrl, sms, push, from, mails = [] } = options
  const contact = `mailto:${emailSender(from, origin()).address}`
  return {
    mail: mailSender({ ...options, make: mailsMadeBy(database, mails, origin) }),
    text: textSender({ ...sms, directory }),
    push: pushSender(database, { ...push, origin, contact, ...(!smtpUrl && { directory }) }),
  }
}

/** Seconds. A code is useless after ten minutes, but an email can wait out an outage of more than a day. */
const retries: Record<DeliveryChannel, JobQueue['retry']> = {
  mail: { limit: 35, firstAfterSeconds: 5, everySeconds: 3600 },
  text: { limit: 6, firstAfterSeconds: 5, everySeconds: 300 },
  push: { limit: 12, firstAfterSeconds: 5, everySeconds: 1800 },
}

/** `retry` is for tests. */
export const outgoingQueues = (senders: Senders, retry?: JobQueue['retry']): JobQueue[] =>
  channels.map((channel) => {
    // A process that dies leaves at most one email unconfirmed.
    const turns = channel === 'mail' ? oneByOne() : undefined
    return {
      name: channel,
      retry: retry ?? retries[channel],
      work: (database, asked) => deliver(database, senders[channel], asked, turns),
    }
  })

/** Days. Occasions are stored for more than a year, so that none repeats. */
const KEPT = 30
const KEPT_OCCASION = 400

export const tidyOutgoing: Job = {
  name: 'tidyOutgoing',
  cron: '7 * * * *',
  async run(database) {
    await enqueueLeft(database)
    await withoutRls(database, async (tx) => {
      await tx.sql`delete from outgoing where state in ('sent', 'failed', 'doubt')
        and moved_at < now() - case when occasion is null then ${KEPT}::int else ${KEPT_OCCASION}::int end * interval '1 day'`
      await tx.sql`update outgoing set content = null where content is not null and state in ('failed', 'doubt')
        and moved_at < now() - ${KEPT}::int * interval '1 day'`
    })
  },
}

/** Sends right away, including earlier messages. Returns a function that stops it. */
export async function startSending(database: Database, jobs: Pick<Jobs, 'wake'>): Promise<() => void> {
  await pushKeys(database)
  await enqueueLeft(database)
  for (const channel of channels) jobs.wake(channel)
  return onQueued(jobs.wake)
}

/** Rows without a job: older than the queues, or lost with a process on its last attempt. */
const enqueueLeft = (database: Database) =>
  withoutRls(database, async (tx) => {
    const { rows: closed } = await tx.sql<{ id: string }>`select id from orgs where is_closed`
    await tx.sql`
      select enqueue_outgoing(o.id, o.org_id, o.channel) from outgoing o
      where o.state in ('waiting', 'sending') and o.org_id <> all(${closed.map(({ id }) => id)}::uuid[])
        and not exists (select 1 from jobs.job j where j.name = o.channel and j.id = o.id and j.state < 'completed')`
  })

/** Messages that waited while the firm was closed leave after the commit. */
export async function enqueueWaiting(tx: Tx, orgId: string): Promise<void> {
  await tx.sql`select enqueue_outgoing(id, org_id, channel) from outgoing where org_id = ${orgId} and state = 'waiting'`
  for (const channel of channels) triggerSendAfterCommit(tx, channel)
}

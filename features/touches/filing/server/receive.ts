// Handles an email that has arrived, by SMTP or by HTTP: limits, reading in a worker thread, and one transaction for each
// recipient. Callers confirm the email to its sender only after this has returned.
import { Refusal } from '#core/contract/errors.ts'
import { countCall } from '#core/server/callCounts.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import type { FilingSettings } from '#core/server/filingSettings.ts'
import { newId } from '#core/server/ids.ts'
import { notify } from '#core/server/notices/notify.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { exactKey } from '../../mail/addresses.ts'
import type { ReceivedMessage } from '../../mail/receivedMessage.ts'
import { filingTask } from '../../server/contract.ts'
import { type FiledState, filingLimits, type UnfiledReason, waitingOccasion } from '../contract.ts'
import { emailWaiting, filingNews } from '../notices.ts'
import type { InspectedMessage, MessageToInspect } from './inspectMessage.ts'
import { inspect } from './inspectors.ts'
import { canStillFile, type FilingRecipient } from './recipients.ts'

export type ArrivedEmail = {
  /** Taken over by a worker thread. */
  pieces: readonly Uint8Array[]
  recipients: readonly FilingRecipient[]
  /** The envelope's sender. '' is the null sender, undefined is unknown. */
  sender: string | undefined
  client: MessageToInspect['client']
  gateway: string | null
}

/** Returns how many recipients could still file emails. Throws 429 beyond the limits. */
export async function receiveEmail(database: Database, settings: FilingSettings, email: ArrivedEmail): Promise<number> {
  const { recipients } = email
  for (const recipient of recipients) await countEmail(database, recipient)
  const arrivedAt = new Date().toISOString()
  const found = await inspect({
    pieces: email.pieces,
    client: email.client,
    gateway: email.gateway,
    addresses: recipients.flatMap(({ addresses }) => addresses),
    zones: [...new Set(recipients.map(({ zone }) => zone))],
    arrivedAt,
    ownDomains: [settings.domain],
    nameServers: settings.nameServers,
  })
  const isAutomatic = email.sender === ''
  let stored = 0
  for (const recipient of recipients) {
    const verdict = 'problem' in found ? found.problem : verdictFor(recipient, found, { isAutomatic, settings })
    const isStored = await withOrg(database, recipient.orgId, async (tx) => {
      if (!(await canStillFile(tx, recipient))) return false
      if (typeof verdict === 'string') await countUnfiled(tx, recipient, verdict, arrivedAt)
      else await storeEmail(tx, recipient, { ...verdict, arrivedAt })
      return true
    })
    if (isStored) stored++
  }
  return stored
}

/** The person's limit comes first, so that one person can't use up the firm's. */
async function countEmail(database: Database, { orgId, userId }: FilingRecipient): Promise<void> {
  const limit = { minutes: 60, sentence: 'Too many emails to file. Try again later.' }
  await countCall(database, { ...limit, scope: 'filing_person', subject: userId, most: filingLimits.personPerHour })
  await countCall(database, { ...limit, scope: 'filing_firm', subject: orgId, most: filingLimits.firmPerHour })
}

export const isOverLimit = (error: unknown): boolean => error instanceof Refusal && error.status === 429

type Verdict = UnfiledReason | { state: FiledState; message: ReceivedMessage; messageId: string }

function verdictFor(
  { zone, addresses }: FilingRecipient,
  { messages, author, isVerified, digest }: InspectedMessage,
  { isAutomatic, settings }: { isAutomatic: boolean; settings: FilingSettings },
): Verdict {
  const message = messages[zone]!
  if (isAutomatic || message.automatic) return 'automatic'
  if (author === null || !addresses.some((address) => exactKey(address) === author))
    return author !== null && author === settings.ownSender ? 'automatic' : 'sender'
  return { state: isVerified ? 'received' : 'waiting', message, messageId: message.messageId ?? digest }
}

type EmailToStore = Exclude<Verdict, string> & { arrivedAt: string }

async function storeEmail(
  tx: Tx,
  { orgId, userId }: FilingRecipient,
  { state, message, messageId, arrivedAt }: EmailToStore,
): Promise<void> {
  const { rows } = await tx.sql<{ id: string }>`
    insert into filed_messages (org_id, id, user_id, received_at, message_id, state, message)
    values (${orgId}, ${newId()}, ${userId}, ${arrivedAt}, ${storable(messageId)}, ${state}, ${jsonOf(message)}::jsonb)
    on conflict (org_id, user_id, message_id) do nothing returning id`
  if (!rows[0]) return
  if (state === 'received') triggerAfterCommit(tx, filingTask)
  else
    await notify(
      tx,
      [
        filingNews({
          notice: emailWaiting,
          userId,
          occasion: waitingOccasion(rows[0].id),
          text: 'File this? It says it’s from you.',
          details: message.subject ? [message.subject] : [],
          path: '/account/filing',
        }),
      ],
      arrivedAt,
    )
}

/** Adds to the count of the day in the firm's time zone. */
export async function countUnfiled(
  tx: Tx,
  { orgId, userId, zone }: Pick<FilingRecipient, 'orgId' | 'userId' | 'zone'>,
  reason: UnfiledReason,
  at: string,
): Promise<void> {
  await tx.sql`
    insert into unfiled_counts as c (org_id, user_id, day, reason, count)
    values (${orgId}, ${userId}, (${at}::timestamptz at time zone ${zone})::date, ${reason}, 1)
    on conflict (org_id, user_id, day, reason) do update set count = c.count + 1`
}

/** The database rejects NUL and unpaired surrogates, which must not make an email arrive again and again. */
const storable = (text: string) => text.toWellFormed().replaceAll('\u0000', '')
const jsonOf = (message: ReceivedMessage) =>
  JSON.stringify(message, (_, value) => (typeof value === 'string' ? storable(value) : value))

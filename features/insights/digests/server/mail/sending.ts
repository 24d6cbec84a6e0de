// Emails of a run. Each is queued with the run, rendered when it is sent, and dropped if its recipient has unsubscribed
// by then.
import { isNoticeOn, switchName } from '#core/contract/notice.ts'
import type { Settings } from '#core/contract/session.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { unsubscribePathOf } from '#core/server/notices/unsubscribeLink.ts'
import { appLink } from '#core/server/outgoing/links.ts'
import { type MailMaker, queueMadeMails } from '#core/server/outgoing/madeMail.ts'
import { digestNotice } from '../../mailContract.ts'
import { isSuppressed } from '../reach.ts'
import { type PreparedMail, prepareDigestMail } from './digestMail.ts'
import type { DigestMail, DigestReader } from './mailInput.ts'
import { mailKeyOf, mailTokenOf, NAME, WHOLE } from './mailToken.ts'
import { mailSettingsOf } from './settings.ts'

const MAKER = 'digest'
const PREFERENCES = '/account/notifications'

export type Addressed = {
  userId: string
  email: string
  name: string /** Reason for the email, as in DigestReader. */
  why: string
}

/**
 * Returns a key that is constant per person and run, so that each person gets one email. It is the occasion of the row
 * in `outgoing` that holds the outcome.
 */
export const digestOccasion = (runId: string, userId: string) => `digest:${runId}:${userId}`

/** Stores the current email of a run. It never changes afterwards. */
export async function storeDigestMail(tx: Tx, runId: string, mail: DigestMail): Promise<void> {
  const { counts_clicks } = await mailSettingsOf(tx)
  await tx.sql`
    insert into digest_mails (org_id, run_id, mail, counts_clicks, made_at)
    values (${currentOrgId}, ${runId}, ${JSON.stringify(mail)}::jsonb, ${counts_clicks}, ${mail.at}::timestamptz) on conflict do nothing`
}

/**
 * Queues a few emails; runs with thousands go through runs/sending.ts. Calling it again sends no one a second email.
 */
export async function queueDigestMails(
  tx: Tx,
  { orgId, runId, mail, people }: { orgId: string; runId: string; mail: DigestMail; people: readonly Addressed[] },
): Promise<void> {
  await storeDigestMail(tx, runId, mail)
  const rows = people.map(({ userId, email, name, why }) => ({
    email,
    name,
    about: { runId, userId, why } satisfies About,
    key: digestOccasion(runId, userId),
  }))
  await queueMadeMails(tx, orgId, MAKER, rows)
}

type About = { runId: string; userId: string; why: string }

/** Reason why a person gets no digest emails. */
export type NotMailed = 'gone' | 'unsubscribed' | 'suppressed'

/** Returns those of these people who get no digests, by id. */
export async function notMailed(tx: Tx, userIds: readonly string[]): Promise<Map<string, NotMailed>> {
  if (userIds.length === 0) return new Map()
  const { rows } = await tx.sql<{ id: string; settings: Settings; is_gone: boolean; is_suppressed: boolean }>`
    select u.id, u.settings, u.deactivated_at is not null as is_gone, ${isSuppressed} as is_suppressed
    from users u where u.org_id = ${currentOrgId} and u.id = any(${[...userIds]}::uuid[])`
  const found = new Map(rows.map((row) => [row.id, row]))
  const why = (id: string): NotMailed | null => {
    const person = found.get(id)
    if (!person || person.is_gone) return 'gone'
    if (!isNoticeOn(person.settings, switchName(digestNotice.kind, 'email'))) return 'unsubscribed'
    return person.is_suppressed ? 'suppressed' : null
  }
  return new Map(
    userIds.flatMap((id) => [[id, why(id)] as const]).filter((one): one is [string, NotMailed] => one[1] !== null),
  )
}

/** Renders each email when it is sent. */
export const digestMails: MailMaker = {
  name: MAKER,
  async make(tx, { orgId, about, origin }) {
    const { runId, userId, why } = about as About
    const run = await runOf(tx, orgId, runId)
    if (!run || (await notMailed(tx, [userId])).size > 0) return null
    const { reader, unsubscribePath } = await readerOf(tx, { orgId, runId, userId, origin }, { ...run, why })
    const { isTest } = run.mail
    const { senderName, replyTo, name } = run.mail.firm
    return {
      subject: run.prepared.subject,
      ...run.prepared.fill(isTest ? endingNothing(reader) : reader),
      senderName: senderName || name,
      replyTo,
      ...(!isTest && { unsubscribePath }),
      mark: markOf(tx, orgId, runId, userId),
    }
  },
}

export type SendingRun = {
  mail: DigestMail
  countsClicks: boolean
  prepared: PreparedMail
  /** The email with only some of its items, by their positions. */
  parts: Map<string, PreparedMail>
}
type RecipientRow = { orgId: string; runId: string; userId: string; origin: string }

/** Returns the recipient's own parts of the email. `places` are the positions of their items; left out means all. */
export async function readerOf(
  tx: Tx,
  whose: RecipientRow,
  run: SendingRun & { why: string },
  places?: readonly number[],
): Promise<{ reader: DigestReader; unsubscribePath: string }> {
  const unsubscribePath = await unsubscribePathOf(tx, whose.orgId, whose.userId, digestNotice.kind)
  const { rows } = await tx.sql<{ first_name: string }>`
    select first_name from users where org_id = ${currentOrgId} and id = ${whose.userId}`
  const firstName = rows[0]?.first_name ?? ''
  return { unsubscribePath, reader: readerWith(tx, whose, { ...run, firstName }, unsubscribePath, places) }
}

/** Does the same with a known unsubscribe URL. */
export function readerWith(
  tx: Tx,
  { origin, ...whose }: RecipientRow,
  { mail, countsClicks, prepared, why, firstName }: SendingRun & { why: string; firstName: string },
  unsubscribePath: string,
  places: readonly number[] = [...mail.items.keys()],
): DigestReader {
  const key = mailKeyOf(tx, whose.orgId)
  const tokenOf = (item: number) => mailTokenOf(key, { ...whose, item })
  const urlOf = (place: number) => mail.items[place]!.url
  return {
    firstName,
    why,
    links: places
      .slice(0, prepared.shown)
      .map((place) => (countsClicks ? appLink(origin, `/api/d/${tokenOf(place)}`) : urlOf(place))),
    unsubscribe: appLink(origin, unsubscribePath),
    preferences: appLink(origin, PREFERENCES),
    view: appLink(origin, `/api/digestmail/${tokenOf(WHOLE)}`),
  }
}

/** For emails that must not unsubscribe anyone. The link leads to the settings of digests. */
export const endingNothing = (reader: DigestReader): DigestReader => ({ ...reader, unsubscribe: reader.preferences })

/** Prepares the email with only these items. Most people in a run share the same ones. */
export function preparedWith(run: SendingRun, places: readonly number[]): PreparedMail {
  if (places.length === run.mail.items.length) return run.prepared
  const name = places.join()
  const known = run.parts.get(name)
  if (known) return known
  const made = prepareDigestMail({ ...run.mail, items: places.map((place) => run.mail.items[place]!) })
  if (run.parts.size >= READY) run.parts.clear()
  run.parts.set(name, made)
  return made
}

/** Returns the local part of the Message-ID of a recipient's email. */
export const markOf = (tx: Tx, orgId: string, runId: string, userId: string) =>
  mailTokenOf(mailKeyOf(tx, orgId), { orgId, runId, userId, item: NAME })

/** A run's stored email never changes, so it is read and prepared once while its emails are sent. */
const ready = new Map<string, SendingRun>()
const READY = 20

/** Returns null if the run's email was never stored or has been purged. */
export async function runOf(tx: Tx, orgId: string, runId: string): Promise<SendingRun | null> {
  const name = `${orgId} ${runId}`
  const known = ready.get(name)
  if (known) return known
  const { rows } = await tx.sql<{ mail: DigestMail; counts_clicks: boolean }>`
    select mail, counts_clicks from digest_mails where org_id = ${currentOrgId} and run_id = ${runId}`
  const [row] = rows
  if (!row) return null
  const { mail, counts_clicks: countsClicks } = row
  const run: SendingRun = { mail, countsClicks, prepared: prepareDigestMail(mail), parts: new Map() }
  if (ready.size >= READY) ready.delete(ready.keys().next().value!)
  ready.set(name, run)
  return run
}

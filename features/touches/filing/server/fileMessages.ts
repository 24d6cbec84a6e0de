// Files received emails on the person's Targets, in the order of arrival. One that matches none waits for a new Target, and
// the person is asked once.
import { sql } from 'kysely'
import { z } from 'zod'
import { dayIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { id } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { FilingSettings } from '#core/server/filingSettings.ts'
import { newId } from '#core/server/ids.ts'
import { notify } from '#core/server/notices/notify.ts'
import { type AnyTask, type Batch, defineTask } from '#core/server/work/work.ts'
import type { Actor, Context } from '#core/sync/protocol.ts'
import { type Touch, touchLimits } from '../../contract.ts'
import { domainOfAddress, mailboxKey } from '../../mail/addresses.ts'
import { type MailMatch, type MatchTarget, matchChosen, matchMessage } from '../../mail/matchMessage.ts'
import { isPublicMailDomain } from '../../mail/publicMailDomains.ts'
import type { ReceivedMessage } from '../../mail/receivedMessage.ts'
import { filingTask } from '../../server/contract.ts'
import { fileTouch } from '../../server/store.ts'
import { unmatchedOccasion } from '../contract.ts'
import { emailFiled, emailUnmatched, filingNews } from '../notices.ts'

export const fileMessages = (settings: FilingSettings | null): AnyTask =>
  defineTask<{ orgId: string }>({
    ...filingTask,
    input: z.object({ orgId: id }),
    key: ({ orgId }) => orgId,
    due: async (database) => {
      if (!settings) return []
      const { rows } = await withoutRls(
        database,
        (tx) =>
          tx.sql<{ orgId: string }>`select distinct org_id as "orgId" from filed_messages where state = 'received'`,
      )
      return rows
    },
    begin: async (database, { orgId }) => ({
      next: (size) => withOrg(database, orgId, (tx) => fileReceived(tx, settings!.domain, size)),
      setAside: () => withOrg(database, orgId, setFirstAside),
    }),
  })

type Received = { id: string; user_id: string; received_at: string; message_id: string; message: ReceivedMessage }

const receivedColumns = sql`
  id, user_id, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as received_at, message_id, message`

async function nextReceived(tx: Tx, size: number): Promise<Received[]> {
  const { rows } = await tx.sql<Received>`
    select ${receivedColumns} from filed_messages where org_id = ${currentOrgId} and state = 'received' order by received_at, id limit ${size} for update skip locked`
  return rows
}

export async function fileReceived(tx: Tx, domain: string, size: number): Promise<Batch> {
  const received = await nextReceived(tx, size)
  const people = new Map<string, Filer | null>()
  for (const email of received) {
    if (!people.has(email.user_id)) people.set(email.user_id, await filerOf(tx, email.user_id))
    const filer = people.get(email.user_id)
    if (filer) await fileEmail(tx, filer, email, domain)
    else await settle(tx, email.id, 'unmatched')
  }
  return { done: received.length, isLeft: received.length === size }
}

/** An email that fails on its own stays in the person's data, and the others go on. */
async function setFirstAside(tx: Tx): Promise<boolean> {
  const [first] = await nextReceived(tx, 1)
  if (first) await settle(tx, first.id, 'unmatched')
  return first !== undefined
}

/** A filed email is only remembered by its ID, so that it isn't filed again. */
const settle = (tx: Tx, emailId: string, state: 'filed' | 'unmatched') =>
  tx.sql`
    update filed_messages set state = ${state}, message = case when ${state} = 'filed' then null else message end
    where org_id = ${currentOrgId} and id = ${emailId}`

type Filer = {
  actor: Actor
  zone: string
  addresses: string[]
  colleagueDomains: string[]
  /** IDs of the firm's people by sign-in email. */
  colleagues: Map<string, { id: string; name: string }>
  targets: (MatchTarget & { label: string })[]
}

/** Returns null for a person who has left. */
async function filerOf(tx: Tx, userId: string): Promise<Filer | null> {
  const { rows: people } = await tx.sql<Actor & { email: string; is_active: boolean; zone: string }>`
    select u.id, u.first_name, u.last_name, u.role, lower(u.email) as email, u.deactivated_at is null as is_active, o.time_zone as zone
    from users u join orgs o on o.id = u.org_id where u.org_id = ${currentOrgId}`
  const person = people.find((one) => one.id === userId && one.is_active)
  if (!person) return null
  const { email, is_active: _, zone, ...actor } = person
  const { rows: senders } = await tx.sql<{ address: string }>`
    select address from filing_senders where org_id = ${currentOrgId} and user_id = ${userId} and verified_at is not null`
  const domains = [...new Set(people.map((one) => domainOfAddress(one.email)))]
  return {
    actor,
    zone,
    addresses: [email, ...senders.map(({ address }) => address)],
    colleagueDomains: domains.filter((domain) => domain !== '' && !isPublicMailDomain(domain)),
    colleagues: new Map(people.map((one) => [mailboxKey(one.email), { id: one.id, name: fullNameOf(one) }])),
    targets: await targetsOf(tx, userId),
  }
}

async function targetsOf(tx: Tx, userId: string): Promise<Filer['targets']> {
  const { rows } = await tx.sql<Filer['targets'][number]>`
    select t.id, coalesce(nullif(t.company, ''), t.contact) as label, t.owner_id = ${userId} as "isMine", t.last_touch::text as "lastTouch", t.status,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name), 'emails', c.emails) order by tc.place)
        from target_contacts tc join contacts c on c.org_id = tc.org_id and c.id = tc.contact_id where tc.org_id = t.org_id and tc.target_id = t.id), '[]'::json) as contacts
    from target_people tp join targets t on t.org_id = tp.org_id and t.id = tp.target_id
    where tp.org_id = ${currentOrgId} and tp.user_id = ${userId} and tp.response = 'accepted' and not tp.gone and t.status <> 'deleted'`
  return rows
}

async function fileEmail(tx: Tx, filer: Filer, email: Received, domain: string): Promise<void> {
  const match = matchMessage(email.message, { ...matchingFor(filer, domain), targets: filer.targets })
  if (match.kind === 'none') {
    await settle(tx, email.id, 'unmatched')
    const subject = email.message.subject || '(no subject)'
    const news = {
      notice: emailUnmatched,
      occasion: unmatchedOccasion(email.id),
      subjectId: email.id,
      text: `No Target matches your email “${subject}”.`,
    }
    const who = match.newTarget
    const details = who ? [[who.contact, who.contact_email, who.company].filter(Boolean).join(' · ')] : []
    await notify(
      tx,
      [filingNews({ ...news, userId: filer.actor.id, details, path: newTargetPath(match.newTarget) })],
      email.received_at,
    )
    return
  }
  await fileOn(tx, filer, email, match)
}

const matchingFor = (filer: Filer, domain: string) => ({
  ownAddresses: filer.addresses,
  filingDomain: domain,
  colleagueDomains: filer.colleagueDomains,
})

/**
 * Files an email that matches none on the Target that the person chose. It's received again for a moment after each new
 * Target.
 */
export async function fileUnmatched(
  tx: Tx,
  domain: string,
  { userId, emailId, targetId }: { userId: string; emailId: string; targetId: string },
): Promise<void> {
  const { rows } = await tx.sql<Received>`
    select ${receivedColumns} from filed_messages
    where org_id = ${currentOrgId} and id = ${emailId} and user_id = ${userId} and state in ('unmatched', 'received') and message is not null for update`
  const filer = await filerOf(tx, userId)
  const target = filer?.targets.find(({ id: one }) => one === targetId)
  if (!rows[0]) throw notFound('This email was already filed, or deleted after 30 days.')
  if (!filer || !target) throw notFound(cannotFind('Target'))
  const match = matchChosen(rows[0].message, { ...matchingFor(filer, domain), targets: [target] })
  await fileOn(tx, filer, rows[0], match)
  await tx.sql`
    delete from notifications where org_id = ${currentOrgId} and user_id = ${userId} and occasion = ${unmatchedOccasion(emailId)}`
}

async function fileOn(tx: Tx, filer: Filer, email: Received, match: MailMatch): Promise<void> {
  const context: Context = { actor: filer.actor, now: email.received_at, zone: filer.zone, key: email.id, newId }
  const target = filer.targets.find(({ id: targetId }) => targetId === match.targetId)!
  const touch = touchOf(filer, email, match, target)
  const isNew = await fileTouch(tx, touch, email.message_id, context)
  await settle(tx, email.id, 'filed')
  if (!isNew) return
  if (touch.day > (target.lastTouch ?? '')) target.lastTouch = touch.day
  const news = { notice: emailFiled, occasion: `touch:${touch.id}`, text: `Filed on ${target.label}` }
  const details = touch.subject ? [touch.subject] : []
  await notify(
    tx,
    [filingNews({ ...news, userId: filer.actor.id, details, path: `/target/${target.id}`, subjectId: touch.id })],
    email.received_at,
  )
}

/** Opens the form for a new Target, filled in. Nothing is created before the person saves it. */
function newTargetPath(given: { company: string; contact: string; contact_email: string } | null): string {
  if (!given) return '/targets/active#new'
  const { company, contact, contact_email } = given
  return `/targets/active#new?${new URLSearchParams({ company, contact, contact_email })}`
}

/** A future date would have become the arrival when the email was read. */
function touchOf(filer: Filer, { message, received_at }: Received, match: MailMatch, target: MatchTarget): Touch {
  const { forwarded } = message
  const isForward = match.source === 'forwarded' && forwarded !== null
  const at = match.at ?? received_at
  const text = [message.text, isForward ? forwarded.text : ''].filter(Boolean).join('\n\n')
  const { id: userId } = filer.actor
  const others = [message.from, ...message.to, ...message.cc].flatMap((one) => {
    const colleague = one && filer.colleagues.get(mailboxKey(one.address))
    return colleague && colleague.id !== userId ? colleague : []
  })
  return {
    id: newId(),
    user_id: userId,
    kind: 'email',
    at,
    day: dayIn(filer.zone, at),
    direction: match.direction,
    contacts: target.contacts
      .filter((one) => match.contactIds.includes(one.id))
      .map((one) => ({ id: one.id, name: one.name })),
    people: [{ id: userId, name: fullNameOf(filer.actor) }, ...others],
    subject: ((isForward && forwarded.subject) || message.subject).slice(0, touchLimits.subject),
    text: text.slice(0, touchLimits.text),
    minutes: null,
    attachments: message.attachments,
    others: match.others,
    source: 'filed',
    target_id: target.id,
    shown: false,
    answered: false,
  }
}

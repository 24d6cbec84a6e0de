// Addresses that a person sends from. A code that is emailed to the address verifies it.
import { randomInt, timingSafeEqual } from 'node:crypto'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { countCall } from '#core/server/callCounts.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import type { FilingSettings } from '#core/server/filingSettings.ts'
import { newId } from '#core/server/ids.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { domainOfAddress, exactKey } from '../../mail/addresses.ts'
import { filingLimits } from '../contract.ts'
import { addressSubject, auditFiling, claimEntry, releaseEntry } from './people.ts'

export const senderMessages = {
  full: `You have ${filingLimits.senders} addresses. Remove one first.`,
  own: 'You can already file from this address, because you sign in with it.',
  listed: 'This address is already in your list.',
  filing: 'This is an address for filing. Enter one that you send from.',
  wrong: 'This code isn’t right. Check it and try again.',
  old: 'This code has expired. Send a new one.',
  usedUp: 'Too many wrong codes. Send a new one.',
  verified: 'This address is already verified.',
  taken: 'Someone else signs in to Pursuit with this address, so you can’t file from it.',
  tooSoon: 'We just sent a code. Wait a moment before you send another one.',
  tooMany: 'We’ve sent too many codes. Try again in an hour.',
} as const

type Asking = { database: Database; session: SignedInSession; now: string }

/** Counts emails with codes: by person, and by address so that no one is flooded by several people. */
async function countCode({ database, session }: Asking, address: string): Promise<void> {
  const limit = { most: filingLimits.codesPerHour, minutes: 60, sentence: senderMessages.tooMany }
  await countCall(database, { ...limit, scope: 'filing_code', subject: session.actor.id })
  await countCall(database, { ...limit, scope: 'filing_code_to', subject: addressSubject(address) })
}

export async function addSender(asking: Asking, settings: FilingSettings, written: string): Promise<void> {
  const { database, session, now } = asking
  const address = exactKey(written)
  if (address === exactKey(session.user.email)) throw invalid({ address: senderMessages.own })
  if (domainOfAddress(address) === settings.domain) throw invalid({ address: senderMessages.filing })
  await withOrg(database, session.org.id, (tx) => refuseAdding(tx, session, address), { isQuiet: true })
  await countCode(asking, address)
  await withOrg(database, session.org.id, async (tx) => {
    await refuseAdding(tx, session, address)
    const id = newId()
    const sealed = await sendCode(tx, session, { id, address })
    await tx.sql`
      insert into filing_senders (org_id, user_id, id, address, code_sealed, code_sent_at)
      values (${currentOrgId}, ${session.actor.id}, ${id}, ${address}, ${sealed}, ${now})`
  })
}

/** Locks the person, because two simultaneous calls would both see room for the last address. */
async function refuseAdding(tx: Tx, { actor }: SignedInSession, address: string): Promise<void> {
  await tx.sql`select 1 from users where org_id = ${currentOrgId} and id = ${actor.id} for update`
  const { rows } = await tx.sql<{ address: string }>`
    select address from filing_senders where org_id = ${currentOrgId} and user_id = ${actor.id}`
  if (rows.some((one) => one.address === address)) throw invalid({ address: senderMessages.listed })
  if (rows.length >= filingLimits.senders) throw invalid({ address: senderMessages.full })
}

type Sender = { id: string; address: string }
type StoredSender = Sender & { code_sealed: Buffer | null; code_sent_at: string; tries: number }

const placeOf = (id: string) => `code of the filing sender ${id}`

/** Returns the encrypted code. */
async function sendCode(tx: Tx, { org, actor }: SignedInSession, { id, address }: Sender): Promise<Buffer> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await queueMail(
    tx,
    org.id,
    { email: address, name: '' },
    {
      subject: `${code} is your Pursuit code for email filing`,
      heading: 'Verify this address',
      lines: [
        `${actor.first_name} ${actor.last_name} wants to file emails in Pursuit from this address.`,
        `If that’s you, enter the code ${code} in Pursuit. It expires in ${filingLimits.codeMinutes} minutes.`,
        'If it isn’t, ignore this email. Nothing is filed from this address without the code.',
      ],
    },
  )
  return tx.services.box.seal(code, placeOf(id))
}

export async function resendCode(asking: Asking, id: string): Promise<void> {
  const { database, session, now } = asking
  const sender = await withOrg(database, session.org.id, (tx) => unverified(tx, session, id), { isQuiet: true })
  const wait = filingLimits.resendSeconds - (Date.parse(now) - Date.parse(sender.code_sent_at)) / 1000
  if (wait > 0) throw new Refusal('too_soon', senderMessages.tooSoon, 429, undefined, Math.ceil(wait))
  await countCode(asking, sender.address)
  await withOrg(database, session.org.id, async (tx) => {
    const locked = await unverified(tx, session, id)
    const sealed = await sendCode(tx, session, locked)
    await tx.sql`
      update filing_senders set code_sealed = ${sealed}, code_sent_at = ${now}, tries = 0 where org_id = ${currentOrgId} and id = ${id}`
  })
}

async function unverified(tx: Tx, { actor }: SignedInSession, id: string): Promise<StoredSender> {
  const { rows } = await tx.sql<StoredSender & { verified_at: string | null }>`
    select id, address, code_sealed, code_sent_at, tries, verified_at from filing_senders
    where org_id = ${currentOrgId} and user_id = ${actor.id} and id = ${id} for update`
  if (!rows[0]) throw notFound()
  if (rows[0].verified_at !== null) throw new Refusal('not_allowed_now', senderMessages.verified)
  return rows[0]
}

const invalidCode = (sentence: string) => invalid({ code: sentence }, sentence)

/** The attempt counts in a transaction of its own, so that a wrong code can't undo it. */
export async function confirmSender({ database, session, now }: Asking, id: string, code: string): Promise<void> {
  const isTried = await withOrg(database, session.org.id, async (tx) => {
    await unverified(tx, session, id)
    const { rows } = await tx.sql`
      update filing_senders set tries = tries + 1
      where org_id = ${currentOrgId} and user_id = ${session.actor.id} and id = ${id} and tries < ${filingLimits.codeTries} returning 1`
    return rows.length > 0
  })
  await withOrg(database, session.org.id, async (tx) => {
    const sender = await unverified(tx, session, id)
    if (!isTried) throw invalidCode(senderMessages.usedUp)
    const right = sender.code_sealed && tx.services.box.open(sender.code_sealed, placeOf(id))
    if (!right || !isSameCode(code.replaceAll(/\s/g, ''), right)) throw invalidCode(senderMessages.wrong)
    const age = Date.parse(now) - Date.parse(sender.code_sent_at)
    if (age > filingLimits.codeMinutes * 60_000) throw invalidCode(senderMessages.old)
    await refuseTaken(tx, session, sender.address)
    await tx.sql`
      update filing_senders set verified_at = ${now}, code_sealed = null, tries = 0 where org_id = ${currentOrgId} and id = ${id}`
    await claimEntry(tx, session.actor.id, sender.address)
    await auditFiling(tx, session, 'filing.sender_verified', { address: sender.address })
  })
}

/** Only who has the mailbox learns it. */
async function refuseTaken(tx: Tx, { actor }: SignedInSession, address: string): Promise<void> {
  const { rows } = await tx.asOwner(
    () => tx.sql<{ is: boolean }>`select is_sign_in_email_of_another(${actor.id}, ${address}) as is`,
  )
  if (rows[0]!.is) throw invalidCode(senderMessages.taken)
}

const isSameCode = (given: string, right: string) =>
  given.length === right.length && timingSafeEqual(Buffer.from(given.padEnd(32)), Buffer.from(right.padEnd(32)))

export async function removeSender(tx: Tx, session: SignedInSession, id: string): Promise<void> {
  const { rows } = await tx.sql<{ address: string; is_verified: boolean }>`
    delete from filing_senders where org_id = ${currentOrgId} and user_id = ${session.actor.id} and id = ${id}
    returning address, verified_at is not null as is_verified`
  if (!rows[0]) throw notFound()
  await releaseEntry(tx, session.actor.id, rows[0].address)
  if (rows[0].is_verified) await auditFiling(tx, session, 'filing.sender_removed', { address: rows[0].address })
}

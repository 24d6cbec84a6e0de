// A person's filing address and what waits for them.
import { hash } from 'node:crypto'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Filing, FilingSender, UnfiledReason, WaitingEmail } from '../contract.ts'
import { filingAddressOf, newFilingCode } from './recipients.ts'

type Own = Pick<SignedInSession, 'actor' | 'org' | 'user' | 'by'>

/** Creates the address on first use. */
export async function filingOf(tx: Tx, session: Own, domain: string): Promise<Filing> {
  const { actor, org } = session
  const { code, is_on } = (await storedAddress(tx, actor.id)) ?? (await firstAddress(tx, actor.id))
  const { rows: firm } = await tx.sql<{
    is_filing_on: boolean
  }>`select is_filing_on from orgs where id = ${currentOrgId}`
  const { rows: unfiled } = await tx.sql<{ reason: UnfiledReason; count: number }>`
    select reason, sum(count)::int as count from unfiled_counts
    where org_id = ${currentOrgId} and user_id = ${actor.id} group by reason order by reason`
  return {
    address: filingAddressOf(code, domain),
    is_on,
    is_firm_on: firm[0]!.is_filing_on,
    email: session.user.email,
    senders: await sendersOf(tx, actor.id, org.zone),
    waiting: await waitingEmails(tx, actor.id, org.zone),
    unfiled,
  }
}

type StoredAddress = { code: string; is_on: boolean }

async function storedAddress(tx: Tx, userId: string): Promise<StoredAddress | undefined> {
  const { rows } = await tx.sql<StoredAddress>`
    select code, is_on from filing_people where org_id = ${currentOrgId} and user_id = ${userId}`
  return rows[0]
}

/** Simultaneous calls all return the first one's address. */
async function firstAddress(tx: Tx, userId: string): Promise<StoredAddress> {
  const code = newFilingCode()
  const { rows } = await tx.sql<StoredAddress>`
    insert into filing_people (org_id, user_id, code, is_on, made_at) values (${currentOrgId}, ${userId}, ${code}, true, now())
    on conflict do nothing returning code, is_on`
  if (!rows[0]) return (await storedAddress(tx, userId))!
  await claimEntry(tx, userId, code)
  return rows[0]
}

export const claimEntry = (tx: Tx, userId: string, entry: string) =>
  tx.asOwner(() => tx.sql`select claim_filing_entry(${userId}, ${entry})`)
export const releaseEntry = (tx: Tx, userId: string, entry: string) =>
  tx.asOwner(() => tx.sql`select release_filing_entry(${userId}, ${entry})`)

/** The old address stops when this commits. */
export async function changeAddress(tx: Tx, session: Own): Promise<void> {
  const { id } = session.actor
  const { rows } = await tx.sql<{ code: string }>`
    select code from filing_people where org_id = ${currentOrgId} and user_id = ${id} for update`
  const code = newFilingCode()
  await tx.sql`
    insert into filing_people (org_id, user_id, code, is_on, made_at) values (${currentOrgId}, ${id}, ${code}, true, now())
    on conflict (org_id, user_id) do update set code = excluded.code, made_at = excluded.made_at`
  if (rows[0]) await releaseEntry(tx, id, rows[0].code)
  await claimEntry(tx, id, code)
  await auditFiling(tx, session, 'filing.changed')
}

export async function turnAddress(tx: Tx, session: Own, isOn: boolean): Promise<void> {
  if (!(await storedAddress(tx, session.actor.id))) await firstAddress(tx, session.actor.id)
  const { rows } = await tx.sql`
    update filing_people set is_on = ${isOn} where org_id = ${currentOrgId} and user_id = ${session.actor.id} and is_on <> ${isOn} returning 1`
  if (rows.length > 0) await auditFiling(tx, session, isOn ? 'filing.turned_on' : 'filing.turned_off')
}

/** The person is the subject, so that erasing them removes the details. */
export const auditFiling = (tx: Tx, session: Own, action: string, details?: Record<string, unknown>) =>
  audit(tx, session, {
    action,
    subject: { id: session.actor.id, name: fullNameOf(session.actor) },
    ...(details && { details }),
  })

async function sendersOf(tx: Tx, userId: string, zone: string): Promise<FilingSender[]> {
  const { rows } = await tx.sql<{ id: string; address: string; is_verified: boolean; sent: string }>`
    select id, address, verified_at is not null as is_verified, to_char(code_sent_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') as sent
    from filing_senders where org_id = ${currentOrgId} and user_id = ${userId} order by address`
  const { rows: entries } = await tx.asOwner(
    () => tx.sql<{ entry: string }>`select filing_entries_of(${userId}) as entry`,
  )
  const owned = new Set(entries.map(({ entry }) => entry))
  return rows.map(({ is_verified, ...sender }) => ({
    ...sender,
    state: !is_verified ? 'waiting' : owned.has(sender.address) ? 'verified' : 'lost',
  }))
}

const MOST_SHOWN = 50

async function waitingEmails(tx: Tx, userId: string, zone: string): Promise<WaitingEmail[]> {
  type People = { name: string; address: string }[]
  const { rows } = await tx.sql<Omit<WaitingEmail, 'to'> & { people: People }>`
    select id, to_char(received_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') as received, message->>'subject' as subject,
      (message->'to') || (message->'cc') as people
    from filed_messages where org_id = ${currentOrgId} and user_id = ${userId} and state = 'waiting'
    order by received_at desc, id limit ${MOST_SHOWN}`
  return rows.map(({ people, ...email }) => ({
    ...email,
    to: people.slice(0, 5).map(({ name, address }) => name || address),
  }))
}

/** For counting per address, without storing it. */
export const addressSubject = (address: string) => hash('sha256', address, 'base64url')

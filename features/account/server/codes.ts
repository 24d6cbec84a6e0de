// Codes by text message: their format, and how many a person can receive.
import { hash, randomInt } from 'node:crypto'
import { Refusal } from '#core/contract/errors.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { queueText } from '#core/server/outgoing/outgoing.ts'
import { signInMessages } from '../signInContract.ts'
import type { FactorOwner } from './secondFactor.ts'

/** Source: RULINGS, section 5. */
export const codeLimits = { minutes: 10, tries: 5, resendSeconds: 30, sendsPerHour: 5 } as const

/** Counts a text to this person and throws 429 after five within the hour. Locks the person's row. */
async function startCodeSend(tx: Tx, { orgId, userId }: FactorOwner, now: string): Promise<void> {
  // Serializes per person, because two simultaneous requests would both see room for the last one.
  await tx.sql`select 1 from users where org_id = ${orgId} and id = ${userId} for update`
  const { rows } = await tx.sql<{ sends: number; wait: number }>`
    select count(*)::int as sends, ceil(extract(epoch from min(sent_at) + interval '1 hour' - ${now}::timestamptz))::int as wait
    from code_sends where org_id = ${orgId} and user_id = ${userId} and sent_at > ${now}::timestamptz - interval '1 hour'`
  if (rows[0]!.sends >= codeLimits.sendsPerHour)
    throw new Refusal('too_many', signInMessages.tooManySends, 429, undefined, Math.max(1, rows[0]!.wait))
  await tx.sql`insert into code_sends (org_id, id, user_id, sent_at) values (${orgId}, ${newId()}, ${userId}, ${now})`
}

/** Sends a new code and returns it. Throws 429 after five codes of any kind within the hour. */
export async function sendNewCode(tx: Tx, person: FactorOwner, phone: string, now: string): Promise<string> {
  await startCodeSend(tx, person, now)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await queueText(
    tx,
    person.orgId,
    phone,
    `${code} is your Pursuit verification code. It expires in ${codeLimits.minutes} minutes. We’ll never ask you for it.`,
  )
  return code
}

/** Hashes the code with the token of the pending login. Neither is stored, so the hash can't be brute-forced. */
export const codeHash = (token: string, code: string): Buffer => hash('sha256', `${token} ${code}`, 'buffer')

/** Returns whether a code sent at this time is still valid. Allows for small clock differences between servers. */
export function isInTime(sentAt: string, now: string): boolean {
  const age = Date.parse(now) - Date.parse(sentAt)
  return age >= -60_000 && age < codeLimits.minutes * 60_000
}

/** Returns the seconds until another text can be sent, or null for now. */
export function waitOf(sentAt: string | null, now: string): number | null {
  if (!sentAt) return null
  const wait = codeLimits.resendSeconds * 1000 - Math.abs(Date.parse(now) - Date.parse(sentAt))
  return wait > 0 ? Math.ceil(wait / 1000) : null
}

// Finds the person of a filing address. Every address takes the same two statements and gives the same answer unless its
// person can file emails now, so that no one learns which firms and people exist.
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { FILING_PREFIX, filingLimits } from '../contract.ts'
import { filingFlag } from '../flagsContract.ts'

/** Without characters that look alike. Mail servers can change upper and lower case. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

export const newFilingCode = (): string =>
  Array.from({ length: filingLimits.code }, () => LETTERS[randomInt(LETTERS.length)]).join('')

export const filingAddressOf = (code: string, domain: string): string => `${FILING_PREFIX}${code}@${domain}`

/** No one's code, which is looked up like any other. */
const NO_CODE = '-'

/** Returns the code in a filing address of this domain. */
export function filingCodeIn(address: string, domain: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).toLowerCase()
  const isOurs = address.slice(at + 1).toLowerCase() === domain && local.startsWith(FILING_PREFIX)
  const code = local.slice(FILING_PREFIX.length)
  return isOurs && code.length === filingLimits.code && [...code].every((one) => LETTERS.includes(one)) ? code : NO_CODE
}

export type FilingRecipient = {
  code: string
  orgId: string
  userId: string
  zone: string
  /** The sign-in email and the verified sender addresses. */
  addresses: string[]
}

export const findRecipient = (database: Database, code: string): Promise<FilingRecipient | null> =>
  withoutRls(database, (tx) => recipientIn(tx, code))

async function recipientIn(tx: Tx, code: string): Promise<FilingRecipient | null> {
  const { rows: entries } = await tx.sql<{ entry: string; org_id: string; user_id: string }>`
    select d.entry, d.org_id, d.user_id from filing_directory c
    join filing_directory d on d.org_id = c.org_id and d.user_id = c.user_id where c.entry = ${code}`
  const { org_id: orgId, user_id: userId } = entries[0] ?? { org_id: FIRST_ID, user_id: FIRST_ID }
  const { rows } = await tx.sql<{ email: string; zone: string }>`
    select u.email, o.time_zone as zone from users u join orgs o on o.id = u.org_id
    where u.org_id = ${orgId} and u.id = ${userId} and ${canFile(orgId, code)}`
  const person = rows[0]
  if (!person) return null
  const senders = entries.map(({ entry }) => entry).filter((entry) => entry.includes('@'))
  return { code, orgId, userId, zone: person.zone, addresses: [person.email, ...senders] }
}

const canFile = (orgId: string, code: string) => sql<boolean>`
  u.deactivated_at is null and not o.is_closed and o.is_filing_on
  and ${isOnIn(sql`o.subscriptions`, trackerFlag)} and ${isOnIn(sql`o.subscriptions`, filingFlag)}
  and exists (select 1 from filing_people p where p.org_id = ${orgId} and p.user_id = u.id and p.code = ${code} and p.is_on)`

/** Checks again in the transaction that stores an email, because the address can have changed since. */
export async function canStillFile(tx: Tx, { orgId, userId, code }: FilingRecipient): Promise<boolean> {
  const { rows } = await tx.sql`
    select 1 from users u join orgs o on o.id = u.org_id
    where u.org_id = ${orgId} and u.id = ${userId} and ${canFile(orgId, code)}`
  return rows.length > 0
}

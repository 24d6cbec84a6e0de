// The email addresses that people sign in with: each is one person's, of whichever firm, and one at a proved domain is that firm's.
import { sql } from 'kysely'
import type { Tx } from './database/firm.ts'

/** Source: RULINGS, section 13. */
export const otherDomain = "This address belongs to another firm's domain."

export type GivenAddress = 'given' | 'here' | 'domain' | 'elsewhere'

/** Gives a person of the firm an address to sign in with. The answers are those of database/functions/claim_email.sql. */
export async function giveAddress(tx: Tx, userId: string, email: string): Promise<GivenAddress> {
  const { rows } = await sql<{ given: GivenAddress }>`select claim_email(${userId}, ${email}) as given`.execute(tx)
  return rows[0]!.given
}

export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Whether the domain of an address is proved by this firm, by another one, or by none. */
export async function ownerOfDomain(tx: Tx, email: string): Promise<'own' | 'another' | 'open'> {
  const { rows } = await sql<{ owner: 'own' | 'another' | 'open' }>`
    select owner_of_domain(${domainOfEmail(email)}) as owner`.execute(tx)
  return rows[0]!.owner
}

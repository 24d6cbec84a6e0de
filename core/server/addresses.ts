// Sign-in addresses. Each belongs to one person across all firms, and one at a verified domain belongs to that domain's
// firm.
import type { Tx } from './database/tx.ts'

/** Source: RULINGS, section 13. */
export const otherDomain = 'This address belongs to another firm’s domain.'

export type EmailClaim = 'given' | 'here' | 'domain' | 'elsewhere'

/** `database/functions/claim_email.sql` defines the results. */
export async function giveAddress(tx: Tx, userId: string, email: string): Promise<EmailClaim> {
  const { rows } = await tx.sql<{ given: EmailClaim }>`select claim_email(${userId}, ${email}) as given`
  const { given } = rows[0]!
  if (given === 'given') await tx.database.dialect.releaseEmail?.(tx, email)
  return given
}

export const domainOfEmail = (email: string): string => email.slice(email.lastIndexOf('@') + 1)

/** Returns who verified the domain: this firm, another one, or none. */
export async function ownerOfDomain(tx: Tx, email: string): Promise<'own' | 'another' | 'open'> {
  const { rows } = await tx.sql<{ owner: 'own' | 'another' | 'open' }>`
    select owner_of_domain(${domainOfEmail(email)}) as owner`
  return rows[0]!.owner
}

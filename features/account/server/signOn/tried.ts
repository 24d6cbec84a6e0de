// A trial sign-in before a provider goes live, which signs no one in. Its claims are stored and judged by the current
// setup.
import { Refusal } from '#core/contract/errors.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { type SsoTest, signOnProblems } from '../../signOnContract.ts'
import { type Claims, describeClaims, identityIn } from './claims.ts'
import { SignOnFailure } from './failure.ts'
import { findPerson } from './person.ts'
import type { ProviderRow } from './providers.ts'

export async function storeSsoTest(database: Database, provider: ProviderRow, claims: Claims): Promise<void> {
  // If the issuer or client ID changed in between, it is another provider.
  await withOrg(
    database,
    provider.org_id,
    (tx) =>
      tx.sql`
      update sign_on_providers set tried = ${JSON.stringify(describeClaims(claims))}::jsonb, tried_id = ${newId()}, tried_at = now()
      where org_id = ${provider.org_id} and id = ${provider.id} and issuer = ${provider.issuer} and client_id = ${provider.client_id}`,
  )
}

/** Returns the trial's result for the admin, or null without a trial. Runs in a transaction of the provider's firm. */
export async function judgedTry(tx: Tx, provider: ProviderRow): Promise<SsoTest | null> {
  const { tried, tried_id: id, tried_at: at } = provider
  if (!tried || !id || !at) return null
  const shown = { id, at, claims: tried }
  try {
    const identity = identityIn(tried, provider)
    const found = await findPerson(tx, provider, identity, 'in the firm')
    if (!found) return { ...shown, is_good: true, outcome: `A new account would be created for ${identity.email}.` }
    const { name, email } = found
    return { ...shown, is_good: true, outcome: `${name || email} (${email}) could sign in.` }
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error
    return {
      ...shown,
      is_good: false,
      outcome: `No one could sign in: ${reasons[error.why] ?? signOnProblems[error.problem]}`,
    }
  }
}

/** Requires that the trial the admin saw succeeded. Throws a Refusal that names what is missing. */
export function refuseUntried(tried: SsoTest | null, shown: string | undefined): void {
  if (!tried || tried.id !== shown)
    throw new Refusal('not_tried', 'Test the sign-in first, and check what the provider sends about you.', 409)
  if (!tried.is_good) throw new Refusal('not_tried', `This provider isn’t ready. ${tried.outcome}`, 409)
}

const reasons: Record<string, string> = {
  entra_guest: 'this is a guest in the directory, not a member.',
  other_tenant: 'this account belongs to a different tenant than the issuer.',
  no_workspace: 'this is a personal Google account, not a Workspace account.',
  other_workspace: 'the domain of this Workspace isn’t selected here.',
  no_email: 'the provider doesn’t send an email address. Configure it to send the email claim.',
  email_not_verified: 'the provider doesn’t say that the email address is verified.',
  email_not_accepted: 'this email address can’t use SSO.',
  domain_not_proved: 'the domain of this email address isn’t selected here or isn’t verified.',
  deactivated: 'this person is deactivated.',
  no_account: 'no one at your firm has this email address, and creating accounts at first sign-in is off.',
  other_subject: 'the person with this email address has already signed in with another account at the provider.',
}

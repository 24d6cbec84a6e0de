// Interprets a provider's verified claims: the person, their address, and whether the firm trusts it. Makes no calls.
import { isSignOnEmail, shownClaims } from '../../signOnContract.ts'
import { SignOnFailure } from './failure.ts'

/** Claims about the person. Contains only verified ones. */
export type Claims = Record<string, unknown>

/** Trust settings of a provider. See the columns of sign_on_providers. */
export type Trust = { issuer: string; domains: string[]; takes_absent: boolean; takes_unverified: boolean }

export type Identity = {
  email: string
  first_name: string
  last_name: string
  /** Permanent identity at this issuer. See sign_on_subjects. */
  key: string
  subject: string
  /** The provider's own session, if it names one. */
  sid: string | null
}

/** Throws SignOnFailure for a guest and for a missing or unverified address. Source: RULINGS, section 5. */
export function identityIn(claims: Claims, trust: Trust): Identity {
  const why = guestIn(claims, trust)
  if (why) throw new SignOnFailure('guest', why)
  const email = addressIn(claims)
  if (email === null) throw new SignOnFailure('unverified', 'no_email')
  if (!isVerified(claims, trust)) throw new SignOnFailure('unverified', 'email_not_verified')
  const { sub, tid, oid, sid } = claims
  const hasObject = isText(tid) && isText(oid)
  return {
    email: email.toLowerCase(),
    ...namesOf(claims),
    key: hasObject ? `oid ${tid} ${oid}` : `sub ${sub}`,
    subject: String(sub),
    sid: isText(sid) ? sid : null,
  }
}

const isText = (claim: unknown): claim is string => typeof claim === 'string' && claim !== ''

/** Returns `email`, else the first of `preferred_username` and `upn` that looks like an address. */
function addressIn({ email, preferred_username, upn }: Claims): string | null {
  if (email !== undefined && email !== null && email !== '') return isText(email) ? email : null
  return [preferred_username, upn].find((one): one is string => isText(one) && isSignOnEmail(one)) ?? null
}

/** A value that is neither yes nor no counts as no. */
function isVerified({ email_verified, xms_edov }: Claims, { takes_absent, takes_unverified }: Trust): boolean {
  const words = [wordOf(email_verified), wordOf(xms_edov)]
  if (words.includes('no')) return takes_unverified
  return words.includes('yes') || takes_absent
}
function wordOf(claim: unknown): 'yes' | 'no' | null {
  if (claim === undefined || claim === null) return null
  return claim === true || claim === 1 || claim === 'true' || claim === '1' ? 'yes' : 'no'
}

const GOOGLE = 'accounts.google.com'
const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** Returns why the person is from outside the firm's own directory, or null. */
function guestIn(claims: Claims, { issuer, domains }: Trust): string | null {
  const { acct, idp, iss, tid, hd, email, preferred_username, upn } = claims
  // Entra ID: a guest of the tenant, by its optional claims or its guest name.
  if (acct === 1 || acct === '1') return 'entra_guest'
  if ([email, preferred_username, upn].some((one) => isText(one) && /#ext#/i.test(one))) return 'entra_guest'
  // Only in Entra ID is `idp` another issuer. Okta names itself there, by an ID.
  if (isText(tid) && isText(idp) && idp !== iss && !idp.toLowerCase().includes(tid.toLowerCase())) return 'entra_guest'
  const tenant = GUID.exec(issuer)?.[0]
  if (isText(tid) && tenant && tid.toLowerCase() !== tenant.toLowerCase()) return 'other_tenant'
  // Google: a private account can have a firm's address, but not the firm's Workspace.
  if (new URL(issuer).hostname === GOOGLE && !isText(hd)) return 'no_workspace'
  if (hd !== undefined && !(isText(hd) && domains.includes(hd.toLowerCase()))) return 'other_workspace'
  return null
}

function namesOf(claims: Claims): Pick<Identity, 'first_name' | 'last_name'> {
  const text = (claim: string) => (typeof claims[claim] === 'string' ? (claims[claim] as string).trim() : '')
  const [first = '', ...rest] = text('name').split(/\s+/)
  return { first_name: text('given_name') || first, last_name: text('family_name') || rest.join(' ') }
}

/** Returns the deciding claims of a trial for the admin, shortened to fit a screen. */
export const describeClaims = (claims: Claims): Record<string, string | number | boolean> =>
  Object.fromEntries(
    shownClaims.flatMap((name) => {
      const said = claims[name]
      if (said === undefined || said === null) return []
      const isPlain = typeof said === 'string' || typeof said === 'number' || typeof said === 'boolean'
      return [
        [name, typeof said === 'string' ? said.slice(0, 300) : isPlain ? said : JSON.stringify(said).slice(0, 300)],
      ]
    }),
  )

/// <reference path="untyped.d.ts" />
import { getAlignment } from 'mailauth/lib/tools.js'

/** Organizations share this domain, each with a name below it, and the Public Suffix List doesn't have it. */
const SHARED = '.onmicrosoft.com'

/** Returns whether both domains belong to one organization, as in DMARC's relaxed alignment. */
export function isAligned(fromDomain: string, verifiedDomain: string | undefined): boolean {
  if (!fromDomain || !verifiedDomain) return false
  const isStrict = fromDomain.toLowerCase().endsWith(SHARED)
  return Boolean(getAlignment(fromDomain, [verifiedDomain], isStrict))
}

/// <reference path="untyped.d.ts" />
import { getAlignment } from 'mailauth/lib/tools.js'

/** Returns whether both domains belong to one organization, as in DMARC's relaxed alignment. */
export const isAligned = (fromDomain: string, verifiedDomain: string | undefined): boolean =>
  Boolean(verifiedDomain && fromDomain && getAlignment(fromDomain, [verifiedDomain], false))

// Detects that colleagues pursue the same company or person. Pure. Normalized names are looked up.
import { companyKeyOf, spellingsOf } from '#core/contract/companyKeys.ts'
import { contactKeyOf } from '#core/contract/nameKeys.ts'

/** Keys stored for a target to find its overlaps, '' for missing ones. */
export type OverlapKeys = { company: string; contact: string; email: string; spellings: string[] }

export const keysOf = (target: { company: string; contact: string; contact_email: string }): OverlapKeys => {
  const company = companyKeyOf(target.company)
  return {
    company,
    contact: contactKeyOf(target.contact),
    email: target.contact_email.trim().toLowerCase(),
    spellings: spellingsOf(company),
  }
}

import { foldCase } from '#core/contract/foldCase.ts'
import type { PersonSummary } from '#features/account/contract.ts'

/** Matches part of the full name, ignoring case and accents. Source: the specification, section 5. */
export const peopleNamed = (people: readonly PersonSummary[], typed: string): PersonSummary[] => {
  const sought = foldCase(typed.trim())
  return people.filter(({ fullname }) => foldCase(fullname).includes(sought))
}

import type { Person } from '#features/account/contract.ts'

/** Case-insensitive substring of the full name. Source: the specification, section 5. */
export const peopleNamed = (people: readonly Person[], typed: string): Person[] => {
  const sought = typed.trim().toLowerCase()
  return people.filter(({ fullname }) => fullname.toLowerCase().includes(sought))
}

import type { DuplicatePair } from '../duplicates.ts'
import { emailKeyOf } from '../namesContract.ts'

/** Says why two contacts can be the same person. */
export function reasonOf({ a, b, why }: DuplicatePair): string {
  if (why === 'name') return `The same name at ${a.company}`
  if (why === 'near name') return `A similar name at ${a.company}`
  const shared = a.emails.find((email) => b.emails.some((other) => emailKeyOf(other) === emailKeyOf(email)))
  return `The same address: ${shared}`
}

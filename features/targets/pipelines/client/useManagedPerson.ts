import { useQuery } from '#core/client/query.ts'
import { isGuid } from '#core/contract/guid.ts'
import { type ManagedPerson, managedPeople, managedPerson } from '../contract.ts'

/**
 * Returns a person whose pipeline the user manages, null for anyone else, and undefined until the response arrives.
 * Offline, returns the last response.
 */
export function useManagedPerson(id: string): { person: ManagedPerson | null | undefined; problem: string | null } {
  const { value, isRefused, isMissing, isOffline, problem } = useQuery(managedPerson, isGuid(id) ? id : null)
  const all = useQuery(managedPeople, isMissing && isOffline ? undefined : null).value
  if (isRefused) return { person: null, problem }
  const person = value ? (value.people[0] ?? null) : all?.people.find((one) => one.id === id)
  return { person, problem }
}

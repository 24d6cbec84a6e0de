import { useQuery } from '#core/client/reading.ts'
import { isGuid } from '#core/contract/guid.ts'
import { type ManagedPerson, managedPeople, managedPerson } from '../contract.ts'

/** One whose pipeline the person manages; null for somebody else, undefined until there is an answer. Without a connection, as last said. */
export function useManagedPerson(id: string): { person: ManagedPerson | null | undefined; problem: string | null } {
  const { value, isRefused, isMissing, isOffline, problem } = useQuery(managedPerson, isGuid(id) ? id : null)
  const all = useQuery(managedPeople, isMissing && isOffline ? undefined : null).value
  if (isRefused) return { person: null, problem }
  const person = value ? (value.people[0] ?? null) : all?.people.find((one) => one.id === id)
  return { person, problem }
}

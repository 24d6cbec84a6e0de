import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { useEngine } from '#core/client/sync.tsx'
import { type Person, routes } from '#features/account/contract.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'

const RECORD = 'users'

/** The people of the firm, by name; the last answer is kept on the device. Null until there is one, with `isMissing` when there is none. */
export function usePeople(): { people: readonly Person[] | null; isMissing: boolean } {
  const engine = useEngine()
  const { proxyFor } = useTargetPlace()
  const [people, setPeople] = useState<readonly Person[] | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      const kept = await engine.readRecord<Person[]>(RECORD)
      if (isCurrent && kept) setPeople(kept.value)
      try {
        const { users } = await call(routes.users, { query: {} }, { proxyFor })
        if (isCurrent) setPeople(users)
        await engine.writeRecord(RECORD, users)
      } catch {
        if (isCurrent) setMissing(!kept)
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [engine, proxyFor])
  return { people, isMissing }
}

/** Case-insensitive substring of the full name. Source: the specification, section 5. */
export const peopleNamed = (people: readonly Person[], typed: string): Person[] => {
  const sought = typed.trim().toLowerCase()
  return people.filter(({ fullname }) => fullname.toLowerCase().includes(sought))
}

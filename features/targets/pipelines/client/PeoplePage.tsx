import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useReading } from '#core/client/reading.ts'
import { useSession } from '#core/client/session.ts'
import { useTitle } from '#core/client/title.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Face } from '#core/ui/Face.tsx'
import { initialsOf } from '#core/ui/initialsOf.ts'
import { colleagues } from '#features/account/contract.ts'
import { managedPeople } from '../contract.ts'
import s from './PeoplePage.module.css'

/** The people whose pipelines the person manages; for a firm admin all others too, whose targets can be handed over. */
export function PeoplePage() {
  useTitle('People')
  const { value, more, problem } = useReading(managedPeople, undefined)
  const people = value?.people
  const user = useSession()?.user
  const isAdmin = user?.role === 'admin'
  if (people?.length === 0 && !isAdmin) return <EmptyState level={1} title="You don't manage anyone's pipeline." />
  return (
    <>
      <h1 className={s.title}>People</h1>
      {!people && problem && <p role="alert">{problem}</p>}
      <ul className={s.list} aria-busy={!people && !problem}>
        {people?.map((person) => (
          <Person key={person.id} person={person}>
            {person.active === 1 ? '1 Target' : `${person.active} Targets`} pursued
          </Person>
        ))}
      </ul>
      {more && (
        <Button variant="default" onClick={more}>
          Show more
        </Button>
      )}
      {isAdmin && people && !more && <Others without={[user.id, ...people.map(({ id }) => id)]} />}
    </>
  )
}

function Others({ without }: { without: string[] }) {
  const { value, isMissing } = useReading(colleagues, undefined)
  const others = value?.users.filter(({ id }) => !without.includes(id))
  if (others?.length === 0) return null
  return (
    <>
      <h2 className={s.others}>Hand over Targets of</h2>
      {isMissing && <p role="alert">This needs a connection the first time.</p>}
      <ul className={s.list} aria-busy={!others && !isMissing}>
        {others?.map((person) => (
          <Person key={person.id} person={person}>
            {person.email}
          </Person>
        ))}
      </ul>
    </>
  )
}

type Named = { id: string; first_name: string; last_name: string; fullname: string }

function Person({ person, children }: { person: Named; children: ReactNode }) {
  return (
    <li>
      <Link to="/viewer/pipeline/people/$uid" params={{ uid: person.id }} className={s.person}>
        <Face initials={initialsOf(person)} tone="accent" />
        <span>
          {person.fullname}
          <small>{children}</small>
        </span>
      </Link>
    </li>
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useTitle } from '#core/client/title.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { managedPeople } from '../contract.ts'
import { HandOverList } from './HandOverList.tsx'
import s from './PeoplePage.module.css'
import { PersonCard } from './PersonCard.tsx'

/** Lists the people whose pipelines the person manages. Firm admins see everyone else too, to hand over Targets. */
export function PeoplePage() {
  useTitle('People')
  const { value, more, problem } = useQuery(managedPeople, undefined)
  const people = value?.people
  const user = useSession()?.user
  const isAdmin = user?.role === 'admin'
  if (people?.length === 0 && !isAdmin) return <EmptyState level={1} title="You don’t manage anyone’s pipeline." />
  return (
    <>
      <h1 className="mb4">People</h1>
      {!people && problem && <p role="alert">{problem}</p>}
      <ul className={`grid gap8 mt16 ${s.list}`} aria-busy={!people && !problem}>
        {people?.map((person) => (
          <PersonCard key={person.id} person={person}>
            {person.active === 1 ? '1 Target' : `${person.active} Targets`} pursued
          </PersonCard>
        ))}
      </ul>
      {more && (
        <Button variant="default" onClick={more}>
          Show more
        </Button>
      )}
      {isAdmin && people && !more && <HandOverList without={[user.id, ...people.map(({ id }) => id)]} />}
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { useTitle } from '#core/client/title.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Face } from '#core/ui/Face.tsx'
import s from './PeoplePage.module.css'
import { useManaged } from './useManaged.ts'
import { initialsOf } from './words.ts'

/** The people whose pipelines the person manages. */
export function PeoplePage() {
  useTitle('People')
  const { people, problem } = useManaged()
  if (people?.length === 0) return <EmptyState level={1} title="You manage nobody's pipeline." />
  return (
    <>
      <h1 className={s.title}>People</h1>
      {!people && problem && <p role="alert">{problem}</p>}
      <ul className={s.list} aria-busy={!people && !problem}>
        {people?.map((person) => (
          <li key={person.id}>
            <Link to="/viewer/pipeline/people/$uid" params={{ uid: person.id }} className={s.person}>
              <Face initials={initialsOf(person)} tone="accent" />
              <span>
                {person.fullname}
                <small>{person.active === 1 ? '1 Target' : `${person.active} Targets`} pursued</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

import { useQuery } from '#core/client/query.ts'
import { goOnlineTo } from '#core/contract/phrases.ts'
import { colleagues } from '#features/account/contract.ts'
import s from './PeoplePage.module.css'
import { PersonCard } from './PersonCard.tsx'

/** Lists everyone else for a firm admin, who can hand over their Targets. */
export function HandOverList({ without }: { without: string[] }) {
  const { value, isMissing, problem } = useQuery(colleagues, undefined)
  const others = value?.users.filter(({ id }) => !without.includes(id))
  const isLoading = value?.next !== null && !problem
  if (others?.length === 0 && !isLoading) return null
  return (
    <>
      <h2 className={`size16 ${s.others}`}>Hand over Targets of</h2>
      {isMissing && <p role="alert">{goOnlineTo('load this for the first time')}</p>}
      {value && value.next !== null && problem && <p role="alert">{problem}</p>}
      <ul className={`grid gap8 mt16 ${s.list}`} aria-busy={isLoading}>
        {others?.map((person) => (
          <PersonCard key={person.id} person={person}>
            {person.email}
          </PersonCard>
        ))}
      </ul>
    </>
  )
}

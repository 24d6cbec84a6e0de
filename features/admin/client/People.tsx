import { call } from '#core/client/api.ts'
import { type AdminPerson, routes } from '../contract.ts'
import s from './AdminPage.module.css'
import { MoreButton } from './MoreButton.tsx'
import { Problem } from './Problem.tsx'
import { usePages } from './usePages.ts'

const roles: Record<string, string> = { member: 'Member', admin: 'Firm admin', operator: 'Operator' }

/** The firm's people by name. */
export function People() {
  const { rows, hasMore, problem, more } = usePages(async (after) => {
    const { people, next } = await call(routes.people, { query: { after } })
    return { rows: people, next }
  })
  return (
    <>
      <Problem>{problem}</Problem>
      <ul className={s.list} aria-label="People">
        {rows?.map((person) => (
          <li key={person.id} className={s.row}>
            <div className={s.main}>
              <span className={s.name}>{`${person.first_name} ${person.last_name}`.trim()}</span>
              <span className={s.caption}>{person.email}</span>
            </div>
            <span className={s.counts}>{person.groups.join(', ')}</span>
            <span className={s.state} data-state={person.can_sign_in && !person.is_deactivated ? undefined : 'quiet'}>
              {stateOf(person)}
            </span>
          </li>
        ))}
      </ul>
      {hasMore && <MoreButton onMore={more} />}
    </>
  )
}

function stateOf({ role, can_sign_in, is_deactivated }: AdminPerson): string {
  if (is_deactivated) return 'Deactivated'
  return can_sign_in ? (roles[role] ?? role) : 'No password yet'
}

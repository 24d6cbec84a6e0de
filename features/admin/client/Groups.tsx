import { call } from '#core/client/api.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { routes } from '../contract.ts'
import s from './AdminPage.module.css'
import { MoreButton } from './MoreButton.tsx'
import { Problem } from './Problem.tsx'
import { usePages } from './usePages.ts'
import { counted } from './words.ts'

/** The firm's groups with who manages them. */
export function Groups() {
  const { rows, hasMore, problem, more } = usePages(async (after) => {
    const { groups, next } = await call(routes.groups, { query: { after } })
    return { rows: groups, next }
  })
  if (rows?.length === 0)
    return (
      <EmptyState title="There are no groups yet">
        <p>Groups come in with people: a column of groups or of managers makes them.</p>
      </EmptyState>
    )
  return (
    <>
      <Problem>{problem}</Problem>
      <ul className={s.list} aria-label="Groups">
        {rows?.map(({ id, name, members, managers }) => (
          <li key={id} className={s.row}>
            <div className={s.main}>
              <span className={s.name}>{name}</span>
              <span className={s.caption}>
                {managers.length > 0 ? `Managed by ${managers.join(', ')}` : 'Managed by nobody'}
              </span>
            </div>
            <span className={s.counts}>{counted(members, 'person', 'people')}</span>
          </li>
        ))}
      </ul>
      {hasMore && <MoreButton onMore={more} />}
    </>
  )
}

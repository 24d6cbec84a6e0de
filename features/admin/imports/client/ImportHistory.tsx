import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { usePages } from '#core/client/usePages.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { MoreButton } from '#core/ui/MoreButton.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from '../../client/AdminPage.module.css'
import { placePath } from '../../client/place.ts'
import { number, stateWords } from '../../client/words.ts'
import { type Import, routes } from '../contract.ts'

/** Every import of the firm, latest first; each opens its report. */
export function ImportHistory() {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const { rows, hasMore, problem, more } = usePages(async (after) => {
    const { imports, next } = await call(routes.imports, { query: { after } })
    return { rows: imports, next }
  })
  if (rows?.length === 0)
    return (
      <EmptyState
        title="Nothing has been imported yet"
        action={
          <Button component={Link} to={placePath('imports')}>
            Import a file
          </Button>
        }
      >
        <p>Bring in your people first, and then their pipeline.</p>
      </EmptyState>
    )
  return (
    <>
      <Problem>{problem}</Problem>
      <ul className={s.list} aria-label="Imports">
        {rows?.map((one) => (
          <li key={one.id} className={s.row}>
            <div className={s.main}>
              <Link to={placePath('imports', one.id)} className={s.name}>
                {one.file_name}
              </Link>
              <span className={s.caption}>
                {one.kind === 'targets' ? 'Targets' : 'People and groups'} · {formatDay(dayIn(zone, one.created_at))} ·{' '}
                {one.by}
              </span>
            </div>
            <span className={s.counts}>{countsOf(one)}</span>
            <span className={s.state} data-state={one.state}>
              {stateWords[one.state]}
            </span>
          </li>
        ))}
      </ul>
      {hasMore && <MoreButton onMore={more} />}
    </>
  )
}

function countsOf({ state, imported, matched, refused, total, kept }: Import): string {
  if (state === 'uploaded') return `${number(total)} rows`
  const parts = [`${number(imported)} imported`]
  if (matched > 0) parts.push(`${number(matched)} here already`)
  if (refused > 0) parts.push(`${number(refused)} refused`)
  if (kept > 0) parts.push(`${number(kept)} kept`)
  return parts.join(', ')
}

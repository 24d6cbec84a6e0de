import { Button, TextInput } from '@mantine/core'
import { IconBuilding, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { usePages } from '#core/client/usePages.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { MoreButton } from '#core/ui/MoreButton.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from '../../client/AdminPage.module.css'
import { placePath, useOpen } from '../../client/place.ts'
import { counted } from '../../client/words.ts'
import p from '../../people/client/People.module.css'
import { operatorRoutes as routes } from '../contract.ts'
import { NewFirmDialog } from './NewFirmDialog.tsx'

const TYPING_MS = 250

/** Every firm by name. */
export function FirmList({ isOffline }: { isOffline: boolean }) {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [isMaking, setMaking] = useState(false)
  const open = useOpen('firms')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { rows, hasMore, problem, isStale, more } = usePages(async (after) => {
    const { firms, next } = await call(routes.firms, { query: { ...(q && { q }), after } })
    return { rows: firms, next }
  }, q)
  return (
    <section aria-label="Firms">
      <div className={p.head}>
        <TextInput
          aria-label="Search firms"
          placeholder="Name of a firm"
          type="search"
          maxLength={100}
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          leftSection={<IconBuilding size={18} stroke={1.6} aria-hidden />}
          disabled={isOffline}
          onClick={() => setMaking(true)}
        >
          New firm
        </Button>
      </div>
      <Problem>{isOffline ? null : problem}</Problem>
      {rows?.length === 0 && !isStale && (
        <EmptyState title="No firm found">
          <p>There is no firm with this name.</p>
        </EmptyState>
      )}
      <ul className={s.list} aria-label="Firms" aria-busy={isStale || rows === undefined}>
        {rows?.map((firm) => (
          <li key={firm.id} className={s.row}>
            <div className={s.main}>
              <Link className={s.name} to={placePath('firms', firm.id)}>
                {firm.name}
              </Link>
              <span className={s.caption}>Since {firm.created_at.slice(0, 10)}</span>
            </div>
            <span className={s.counts}>{counted(firm.people, 'person', 'people')}</span>
            <span className={s.state}>{firm.is_vendor ? 'Operators' : firm.category_name}</span>
          </li>
        ))}
      </ul>
      {hasMore && <MoreButton onMore={more} />}
      {isMaking && <NewFirmDialog onClose={() => setMaking(false)} onMade={open} />}
    </section>
  )
}

import { Button, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { usePages } from '#core/client/usePages.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { MoreButton } from '#core/ui/MoreButton.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from '../../client/AdminPage.module.css'
import { placePath, useOpen } from '../../client/place.ts'
import { counted } from '../../client/words.ts'
import { type GroupStatus, peopleRoutes as routes } from '../contract.ts'
import { GroupNameDialog } from './GroupNameDialog.tsx'
import p from './People.module.css'

/** The firm's groups with who manages them; those that were put away are listed apart. */
export function GroupList({ isOffline }: { isOffline: boolean }) {
  const open = useOpen('groups')
  const [status, setStatus] = useState<GroupStatus>('active')
  const [isNaming, setNaming] = useState(false)
  const { rows, hasMore, problem, isStale, more } = usePages(async (after) => {
    const { groups, next } = await call(routes.groups, { query: { after, status } })
    return { rows: groups, next }
  }, status)
  const newGroup = (
    <Button
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      disabled={isOffline}
      onClick={() => setNaming(true)}
    >
      New group
    </Button>
  )
  const isEmpty = rows?.length === 0 && !isStale
  return (
    <section aria-label="Groups">
      <div className={p.head}>
        <NativeSelect
          aria-label="Which groups"
          data={[
            { value: 'active', label: 'Active groups' },
            { value: 'archived', label: 'Archived groups' },
          ]}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value === 'archived' ? 'archived' : 'active')}
        />
        {!(isEmpty && status === 'active') && newGroup}
      </div>
      <Problem>{isOffline ? null : problem}</Problem>
      {isEmpty &&
        (status === 'active' ? (
          <EmptyState title="There are no groups yet" action={newGroup}>
            <p>The managers of a group may read and act on the Targets of its people.</p>
          </EmptyState>
        ) : (
          <EmptyState title="No group is archived" />
        ))}
      <ul className={s.list} aria-label="Groups" aria-busy={isStale || rows === undefined}>
        {rows?.map(({ id, name, members, managers }) => (
          <li key={id} className={s.row}>
            <div className={s.main}>
              <Link to={placePath('groups', id)} className={s.name}>
                {name}
              </Link>
              <span className={s.caption}>
                {managers.length > 0 ? `Managed by ${managers.join(', ')}` : 'Managed by nobody'}
              </span>
            </div>
            <span className={s.counts}>{counted(members, 'person', 'people')}</span>
          </li>
        ))}
      </ul>
      {hasMore && <MoreButton onMore={more} />}
      {isNaming && (
        <GroupNameDialog
          title="New group"
          verb="Create"
          onClose={() => setNaming(false)}
          onName={async (name) => {
            const { id } = await call(routes.createGroup, { body: { name } })
            open(id)
            return `The group ${name} is made.`
          }}
        />
      )}
    </section>
  )
}

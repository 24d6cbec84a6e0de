import { Link } from '@tanstack/react-router'
import { useSyncStatus } from '#core/client/sync.tsx'
import s from './AdminPage.module.css'
import { Groups } from './Groups.tsx'
import { ImportFlow } from './ImportFlow.tsx'
import { ImportHistory } from './ImportHistory.tsx'
import { NeedsConnection } from './NeedsConnection.tsx'
import { People } from './People.tsx'
import { type AdminTab, adminTabs, usePlace } from './place.ts'

const labels: Record<AdminTab, string> = {
  import: 'Import',
  history: 'Import history',
  people: 'People',
  groups: 'Groups',
}

/** What a firm admin looks after. Nothing here is queued: it needs a connection, and says so. */
export function AdminPage() {
  const { tab, id } = usePlace()
  const isOffline = useSyncStatus().state === 'offline'
  return (
    <>
      <h1>Admin</h1>
      <nav className={s.tabs} aria-label="Admin">
        {adminTabs.map((name) => (
          <Link
            key={name}
            to="/admin"
            hash={name}
            className={s.tab}
            activeOptions={{ includeHash: true }}
            aria-current={name === tab ? 'page' : undefined}
          >
            {labels[name]}
          </Link>
        ))}
      </nav>
      <NeedsConnection isOffline={isOffline} />
      {tab === 'import' && <ImportFlow id={id} isOffline={isOffline} />}
      {tab === 'history' && <ImportHistory />}
      {tab === 'people' && <People />}
      {tab === 'groups' && <Groups />}
    </>
  )
}

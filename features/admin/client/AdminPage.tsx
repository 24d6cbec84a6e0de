import { Navigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { later } from '#core/client/later.tsx'
import { useTabs } from '#core/client/product.ts'
import { useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { UnknownPage } from '#core/client/UnknownPage.tsx'
import { Awaited } from '#core/ui/Awaited.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Page } from '#core/ui/Page.tsx'
import { placePath, usePlace } from './place.ts'

/** What a firm admin or an operator looks after. Nothing here is queued: it needs a connection, and says so. */
export function AdminPage() {
  const { tab, id } = usePlace()
  const isOffline = useSyncStatus(({ state }) => state === 'offline')
  const tabs = useTabs('admin')
  const open = tabs?.find(({ name }) => name === tab)
  const Screen = open && later(open.load, <Awaited />)
  useTitle(open ? `${open.label} · Admin` : 'Admin')
  if (tab === '' && tabs?.[0]) return <Navigate to={placePath(tabs[0].name)} replace />
  if (!tabs) return null
  if (!open) return <UnknownPage />
  return (
    <Page title="Admin" tabs={tabs.map(({ name, label }) => ({ name, label, to: placePath(name) }))} here={open.name}>
      <NeedsConnection
        isOffline={isOffline}
        what="Admin works when you are online again. An import that is running continues without you."
      />
      <Suspense fallback={<Awaited />}>{Screen && <Screen key={open.name} id={id} isOffline={isOffline} />}</Suspense>
    </Page>
  )
}

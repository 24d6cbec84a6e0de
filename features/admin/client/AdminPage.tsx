import { Suspense } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { NoTab } from '#core/client/NoTab.tsx'
import { useTabs } from '#core/client/product.ts'
import { Navigate } from '#core/client/router/Navigate.tsx'
import { useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { BackLink } from '#core/ui/BackLink.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Page } from '#core/ui/Page.tsx'
import { AdminMenu } from './AdminMenu.tsx'
import { placePath, usePlace } from './place.ts'

/**
 * Shows one page of Admin. On phones it links back to the list. Nothing here is queued, so the page says so when it's
 * offline.
 */
export function AdminPage() {
  const { tab, id } = usePlace()
  const isNarrow = useIsNarrow()
  const isOffline = useSyncStatus(({ state }) => state === 'offline')
  const tabs = useTabs('admin')
  const open = tabs?.find(({ name }) => name === tab)
  const Screen = open && lazyComponent(open.load, <LoadingPlaceholder />)
  useTitle(open ? `${open.label} · Admin` : 'Admin')
  if (!tabs) return null
  if (tab === '' && tabs[0])
    return isNarrow ? <AdminMenu tabs={tabs} /> : <Navigate to={placePath(tabs[0].name)} replace />
  if (!open) return <NoTab area="admin" tab={tab} />
  return (
    <>
      {isNarrow && !id && <BackLink to="/admin">Admin</BackLink>}
      <Page title={id ? 'Admin' : open.label}>
        <NeedsConnection
          isOffline={isOffline}
          what="Admin is available when you’re back online. Imports keep running in the meantime."
        />
        <Suspense fallback={<LoadingPlaceholder />}>
          {Screen && <Screen key={open.name} id={id} isOffline={isOffline} />}
        </Suspense>
      </Page>
    </>
  )
}

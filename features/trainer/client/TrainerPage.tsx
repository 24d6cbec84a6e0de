import { Suspense, use } from 'react'
import type { Load } from '#core/client/feature.ts'
import { lazyOf, once, useTabs } from '#core/client/product.ts'
import { isOfflineNow, useLearned, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { UnknownPage } from '#core/client/UnknownPage.tsx'
import { Awaited } from '#core/ui/Awaited.tsx'
import { Page } from '#core/ui/Page.tsx'

/** The Trainer's lists, each behind its tab. */
export function TrainerPage({ tab }: { tab: string }) {
  const tabs = useTabs('trainer')
  const open = tabs.find(({ name }) => name === tab)
  useTitle(open ? `${open.label} · Trainer` : 'Trainer')
  if (!open) return <UnknownPage />
  return (
    <Page
      title={open.isUnlisted ? open.label : 'Trainer'}
      tabs={tabs
        .filter(({ isUnlisted }) => !isUnlisted)
        .map(({ name, label, count }) => ({
          name,
          label,
          to: `/trainers/${name}`,
          count: count && <Counted count={count} />,
        }))}
      here={open.name}
    >
      <Suspense fallback={<Awaited />}>
        <Parts parts={open.parts} />
      </Suspense>
    </Page>
  )
}

function Counted({ count }: { count: Load<() => number> }) {
  return (
    <Suspense fallback={null}>
      <Count load={count} />
    </Suspense>
  )
}

function Count({ load }: { load: Load<() => number> }) {
  useLearned()
  const useCount = use(once(load))
  return useCount() || null
}

function Parts({ parts }: { parts: ReturnType<typeof useTabs>[number]['parts'] }) {
  useLearned()
  const isOffline = useSyncStatus(isOfflineNow)
  return parts.map(({ load, order }) => {
    const Part = lazyOf(load)
    return <Part key={order} id={null} isOffline={isOffline} />
  })
}

import { type ReactNode, useEffect } from 'react'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { Page } from '#core/ui/Page.tsx'
import { type Load, lazyComponent, leadsToPart, useLazy } from './lazyComponent.tsx'
import { NoTab } from './NoTab.tsx'
import { type LabelledTab, useTabs } from './product.ts'
import { isOfflineNow, useLoadedCollections, useSyncStatus } from './sync.tsx'
import { useTitle } from './title.ts'

type Props = {
  area: string
  title: string
  /** The tab's name is appended to it: '/trainers'. */
  base: string
  tab: string
  /** The rest of the path after the tab's name. */
  id?: string | null
  /** The most important last. */
  actions?: ReactNode
}

/** An area's page with tabs. Their lists work offline. */
export function TabbedPage({ area, title, base, tab, id = null, actions }: Props) {
  const tabs = useTabs(area)
  const open = tabs?.find(({ name }) => name === tab)
  useEffect(() => {
    for (const { parts } of tabs ?? []) for (const { load } of parts) leadsToPart(load)
  }, [tabs])
  useTitle(open ? `${open.label} · ${title}` : title)
  if (!tabs) return null
  if (!open) return <NoTab area={area} tab={tab} />
  return (
    <Page
      title={open.isUnlisted ? open.label : title}
      tabs={tabs
        .filter(({ isUnlisted }) => !isUnlisted)
        .map(({ name, label, count }) => ({
          name,
          label,
          to: `${base}/${name}`,
          count: count && <Counted count={count} />,
        }))}
      here={open.name}
      actions={actions}
    >
      <Parts parts={open.parts} id={id} />
    </Page>
  )
}

function Counted({ count }: { count: Load<() => number> }) {
  const isLearned = useLoadedCollections()
  const useCount = useLazy(count)
  return isLearned && useCount ? <Count useCount={useCount} /> : null
}

const Count = ({ useCount }: { useCount: () => number }) => useCount() || null

function Parts({ parts, id }: { parts: LabelledTab['parts']; id: string | null }) {
  const isLearned = useLoadedCollections()
  const isOffline = useSyncStatus(isOfflineNow)
  if (!isLearned) return <LoadingPlaceholder />
  return parts.map(({ load, order }) => {
    const Part = lazyComponent(load, <LoadingPlaceholder />)
    return <Part key={order} id={id} isOffline={isOffline} />
  })
}

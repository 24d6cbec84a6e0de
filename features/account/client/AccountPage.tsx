import { Suspense, use } from 'react'
import { hasNoArea } from '#core/client/ClosedArea.tsx'
import type { Tab } from '#core/client/feature.ts'
import { loadOnce } from '#core/client/lazyComponent.tsx'
import { useProduct, useTabs } from '#core/client/product.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { UnknownPage } from '#core/client/UnknownPage.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { Page } from '#core/ui/Page.tsx'
import { Tabs } from '#core/ui/Tabs.tsx'
import s from './AccountPage.module.css'

/** Shows the person's own account. Its calls aren't queued, so each one needs a connection. */
export function AccountPage({ tab }: { tab: string }) {
  const session = useSession()
  const { areas } = useProduct()
  const tabs = useTabs('account')
  const isOffline = useSyncStatus(isOfflineNow)
  const open = tabs?.find(({ name }) => name === tab)
  useTitle(!open || open.label === 'Account' ? 'Account' : `${open.label} · Account`)
  const isSwitched = session?.Switch !== undefined
  if (!tabs) return null
  if (!open) return <UnknownPage />
  const groups = [
    ...Map.groupBy(
      tabs.filter(({ isOwn }) => !isSwitched || !isOwn),
      groupOf,
    ),
  ]
  const within = groups.find(([name]) => name === open.group)?.[1]
  return (
    <Page
      title="Account"
      tabs={groups.map(([group, [first]]) => ({
        name: group,
        label: first!.group ?? first!.label,
        to: `/account/${first!.name}`,
      }))}
      here={groupOf(open)}
    >
      {within && (
        <Tabs
          isInner
          label={open.group!}
          tabs={within.map(({ name, label }) => ({ name, label, to: `/account/${name}` }))}
          here={open.name}
        />
      )}
      <div className={s.body}>
        {session && hasNoArea(session, areas) && <p>{nothingOpen}</p>}
        {isSwitched && open.isOwn ? (
          <p>
            Only {session?.user.first_name} can open this page. You’re working as {session?.user.fullname}.
          </p>
        ) : (
          <Suspense fallback={<LoadingPlaceholder />}>
            <Parts key={open.name} parts={open.parts} isOffline={isOffline} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

/** Tabs of one subject share one tab of the page. */
const groupOf = ({ group, name }: Pick<Tab, 'group' | 'name'>): string => group ?? name

const nothingOpen =
  'Your firm has no active Pursuit subscription, so only your account is available. Contact your firm’s administrator.'

/** Shows all parts of a tab together, because later ones would push earlier ones down. */
function Parts({ parts, isOffline }: { parts: readonly Tab[]; isOffline: boolean }) {
  const loading = parts.map(({ load }) => loadOnce(load))
  return parts.map(({ order }, at) => {
    const Part = use(loading[at]!)
    return <Part key={order} id={null} isOffline={isOffline} />
  })
}

import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { lazyOf, useTabs } from '#core/client/product.ts'
import { useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import s from './AdminPage.module.css'
import { placePath, usePlace } from './place.ts'

/** What a firm admin or an operator looks after. Nothing here is queued: it needs a connection, and says so. */
export function AdminPage() {
  const { tab, id } = usePlace()
  const isOffline = useSyncStatus(({ state }) => state === 'offline')
  const tabs = useTabs('admin')
  const open = tabs.find(({ name }) => name === tab) ?? tabs[0]
  const Screen = open && lazyOf(open.load)
  const nav = useRef<HTMLElement>(null)
  useTitle(open ? `${open.label} · Admin` : 'Admin')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open
  useEffect(() => {
    // On a phone the tabs are wider than the screen. Only they move, never the page.
    const bar = nav.current
    const here = bar?.querySelector<HTMLElement>('[aria-current]')
    if (bar && here) bar.scrollLeft = here.offsetLeft - (bar.clientWidth - here.clientWidth) / 2
  }, [open?.name])
  return (
    <>
      <h1>Admin</h1>
      <nav className={s.tabs} aria-label="Admin" ref={nav}>
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            to={placePath(name)}
            className={s.tab}
            aria-current={name === open?.name ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <NeedsConnection
        isOffline={isOffline}
        what="The administration works when you are online again; an import that runs goes on without you."
      />
      <Suspense fallback={null}>{Screen && <Screen key={open?.name} id={id} isOffline={isOffline} />}</Suspense>
    </>
  )
}

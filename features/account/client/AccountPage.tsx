import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { lazyOf, useTabs } from '#core/client/product.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import s from './AccountPage.module.css'

/** The person's own account. Its calls are not queued: each says when it needs a connection. An unknown tab falls back to the first. */
export function AccountPage({ tab }: { tab: string }) {
  const session = useSession()
  const tabs = useTabs('account')
  const isOffline = useSyncStatus(isOfflineNow)
  const open = tabs.find(({ name }) => name === tab) ?? tabs[0]
  useTitle(open?.label === 'Account' ? 'Account' : `${open?.label} · Account`)
  const isSwitched = session?.Switch !== undefined
  const here = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on narrow screens the row of tabs is longer than the screen
  useEffect(() => {
    // Newer browsers answer a promise, which is no way to end an effect.
    void here.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open?.name])
  return (
    <>
      <h1>Account</h1>
      <nav className={s.tabs} aria-label="Account">
        {tabs
          .filter(({ isOwn }) => !isSwitched || !isOwn)
          .map(({ name, label }) => (
            <Link
              key={name}
              to={`/account/${name}`}
              className={s.tab}
              {...(name === open?.name && { ref: here, 'aria-current': 'page' })}
            >
              {label}
            </Link>
          ))}
      </nav>
      <div className={s.body}>
        {isSwitched && open?.isOwn ? (
          <p>
            Only {session?.user.first_name} can open this. You are working as {session?.user.fullname}.
          </p>
        ) : (
          <Suspense fallback={null}>
            {open?.parts.map(({ load, order }) => {
              const Part = lazyOf(load)
              return <Part key={order} id={null} isOffline={isOffline} />
            })}
          </Suspense>
        )}
      </div>
    </>
  )
}

import { type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { ErrorBoundary } from '../ErrorBoundary.tsx'
import type { AnyComponent } from '../feature.ts'
import { showLive } from '../lastScreen.ts'
import { type Load, prefetchParts, useLazy } from '../lazyComponent.tsx'
import { Outlet } from './Outlet.tsx'
import type { Router } from './router.ts'
import { keepScrolling, noteScroll, scrollFor } from './scrolling.ts'
import { PlaceContext, RouterContext } from './useRouter.ts'

/** Renders the screen at the current address, in its frame. */
export function RouterProvider({ router }: { router: Router }) {
  const shown = useSyncExternalStore(router.subscribe, router.shown, router.shown)
  useEffect(() => keepScrolling(router.shown), [router])
  useEffect(() => router.onLeaving(() => noteScroll(router.shown())), [router])
  useLayoutEffect(() => {
    if (!shown) return
    if (shown.screen.opensTo) showLive()
    scrollFor(shown)
    router.rendered()
  }, [router, shown])
  const screenShown = shown?.screen
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen leads to other parts
  useEffect(prefetchParts, [screenShown])
  if (!shown) return null
  const { screen, place } = shown
  const framed = (
    <ErrorBoundary at={place.href}>
      <Around load={screen.frame}>
        <Outlet shown={shown} />
      </Around>
    </ErrorBoundary>
  )
  return (
    <RouterContext value={router}>
      <PlaceContext value={place}>
        {screen.opensTo ? framed : <Around load={router.inside}>{framed}</Around>}
      </PlaceContext>
    </RouterContext>
  )
}

/** The same frame stays mounted while the person moves between its screens. */
function Around({ load, children }: { load: Load<AnyComponent> | undefined; children: ReactNode }) {
  const Frame = useLazy(load)
  if (!load) return children
  return Frame && <Frame>{children}</Frame>
}

// Maps addresses to screens, as the features declare them. The history library remembers and blocks navigation.
import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/history'
import { isOwnPath, landingPath, rememberPath } from '../areas.ts'
import type { Product, Screen } from '../feature.ts'
import { isLoaded, loadOnce } from '../lazyComponent.tsx'
import { session } from '../session.ts'
import {
  comparePatterns,
  type Destination,
  hrefOf,
  matchPath,
  type Params,
  readSearch,
  type Search,
} from './address.ts'

export type Place = {
  href: string
  pathname: string
  search: Search
  /** Search as it stands in the URL, with its question mark. */
  searchStr: string
  /** Without the number sign. */
  hash: string
  state: HistoryLocation['state']
  params: Params
}
export type OpenScreen = {
  place: Place
  screen: Screen
  /** Whether the page scrolls to where the person left it, to its start, or not at all. */
  scroll: 'restore' | 'start' | 'stay'
}
export type Go = Destination & {
  replace?: boolean
  /** Stays in the history entry. */
  state?: Readonly<Record<string, unknown>>
  /** By default, another page begins at its start. */
  resetScroll?: boolean
  /** Set when all forms stay open, so that the person isn't asked about unsaved edits. */
  ignoreBlocker?: boolean
}
export type Router = ReturnType<typeof routerOf>

const unknown: Screen = { path: '/$', load: () => import('../UnknownPage.tsx').then((file) => file.UnknownPage) }

export function routerOf(product: Product, history: RouterHistory = createBrowserHistory()) {
  const screens = [...product.screens, unknown].sort((a, b) => comparePatterns(a.path, b.path))
  const changed = new Set<() => void>()
  const leaving = new Set<(from: Place, to: Place) => void>()
  let shown: OpenScreen | null = null
  let turns = 0
  let waiting: (() => void)[] = []
  let staysNext = false

  const find = (pathname: string): { screen: Screen; params: Params } => {
    for (const screen of screens) {
      const params = matchPath(screen.path, pathname)
      if (params) return { screen, params }
    }
    return { screen: unknown, params: {} }
  }
  const placeAt = ({ href, pathname, search, hash, state }: HistoryLocation): { screen: Screen; place: Place } => {
    const { screen, params } = find(pathname)
    const place = { href, pathname, search: readSearch(search), searchStr: search, hash: hash.slice(1), state, params }
    return { screen, place }
  }
  const loadsOf = ({ load, frame, opensTo }: Screen) =>
    [opensTo === undefined && session.get() ? product.inside : undefined, frame, load].filter(
      (one) => one !== undefined,
    )

  /** Resolves once the screen at the current address is shown, or its redirect's. */
  async function follow(scroll: OpenScreen['scroll']): Promise<void> {
    const turn = ++turns
    const { screen, place } = placeAt(history.location)
    if (shown) for (const act of leaving) act(shown.place, place)
    const to = redirectFrom(product, screen, place)
    const href = typeof to === 'object' ? await to : to
    if (turn !== turns) return
    if (href !== undefined) return history.replace(href)
    const missing = loadsOf(screen).filter((load) => !isLoaded(load))
    // The screen itself shows a part's error.
    if (missing.length > 0) await Promise.allSettled(missing.map(loadOnce))
    if (turn !== turns) return
    shown = { place, screen, scroll }
    for (const changedNow of changed) changedNow()
  }

  history.subscribe(({ action: { type } }) => {
    const stays = staysNext
    staysNext = false
    void follow(type === 'PUSH' || type === 'REPLACE' ? (stays ? 'stay' : 'start') : 'restore')
  })

  return {
    history,
    inside: product.inside,
    paths: screens.map(({ path }) => path),
    shown: () => shown,
    subscribe(listener: () => void) {
      changed.add(listener)
      return () => void changed.delete(listener)
    },
    /** Shows the current address. Resolves when its parts are loaded. */
    load: () => follow('restore'),
    /** Path of the next screen while it loads, otherwise of the open one. */
    latestPath: () => history.location.pathname,
    hrefOf: (destination: Destination, here: Place) => hrefOf(destination, here),
    /** Resolves once the new screen is rendered. */
    navigate(
      { replace, state, resetScroll = true, ignoreBlocker = false, ...destination }: Go,
      here = shown?.place ?? placeAt(history.location).place,
    ) {
      const href = hrefOf(destination, here)
      const isRendered = new Promise<void>((resolve) => waiting.push(resolve))
      staysNext = !resetScroll
      if (replace || href === history.location.href) history.replace(href, state, { ignoreBlocker })
      else history.push(href, state, { ignoreBlocker })
      return isRendered
    },
    /** Called by the provider after each render. */
    rendered() {
      const done = waiting
      waiting = []
      for (const resolve of done) resolve()
    },
    /** Loads the parts of the screen at a path, before the person opens it. */
    prefetch(href: string) {
      for (const load of loadsOf(find(href.split(/[?#]/)[0]!).screen)) loadOnce(load).catch(() => undefined)
    },
    /** `act` runs before another address is shown. */
    onLeaving(act: (from: Place, to: Place) => void) {
      leaving.add(act)
      return () => void leaving.delete(act)
    },
  }
}

/** Undefined shows the screen. The page itself explains other restrictions. */
function redirectFrom(product: Product, screen: Screen, place: Place): string | undefined | Promise<string> {
  const signedIn = session.get()
  if (place.pathname === '/') {
    if (signedIn) return landingPath(signedIn, product.areas)
    return '/login'
  }
  if (screen.opensTo === undefined) {
    rememberPath(place.href, signedIn?.user.id ?? null)
    if (!signedIn) return '/login'
  }
  const isOnlyOutside = screen.opensTo === 'signedOut' || (screen.opensTo === 'signedOutOrEnded' && !session.isDead())
  if (signedIn && isOnlyOutside) return import('../lastPath.ts').then((file) => file.afterLogin(signedIn, product))
  return screen.leadsTo?.(place)
}

/** Must run first, because the service worker sends a clicked notification's page only once. */
export function followWorker(router: Router) {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent) => {
    if (isOwnPath(data?.open)) void router.navigate({ to: data.open })
  })
}

// Maps addresses to screens, as the features declare them.
import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
  useLocation,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { isAt, isOwnPath, landingPath, rememberPath } from './areas.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import type { AnyComponent, Product, RouteLocation, Screen } from './feature.ts'
import type { Load } from './lazyComponent.tsx'
import { session } from './session.ts'

/** `loadAhead` requests all files of the path, so that a returning person doesn't wait for one after the other. */
export function routerOf(product: Product, history?: RouterHistory) {
  const { areas } = product
  const root = createRootRoute({ component: Outlet })
  const Inside = routeComponent(product.inside)
  const inside = createRoute({
    getParentRoute: () => root,
    id: 'inside',
    beforeLoad: ({ location }) => {
      const signedIn = session.get()
      rememberPath(location.href, signedIn?.user.id ?? null)
      if (!signedIn) throw redirect({ to: '/login', replace: true })
    },
    component: () => (
      <Inside>
        <Outlet />
      </Inside>
    ),
  })
  const home = createRoute({
    getParentRoute: () => inside,
    path: '/',
    beforeLoad: () => {
      const signedIn = session.get()
      if (signedIn) throw redirect({ href: landingPath(signedIn, areas), replace: true })
    },
  })
  const unknown = createRoute({
    getParentRoute: () => inside,
    path: '$',
    component: componentOf(loadUnknown, undefined),
  })

  const frames = new Map<Screen['frame'], { route: AnyRoute; within: AnyRoute[] }>()
  const framed = (frame: NonNullable<Screen['frame']>) => {
    const known = frames.get(frame)
    if (known) return known
    const Frame = routeComponent(frame)
    const route = createRoute({
      getParentRoute: () => inside,
      id: `frame${frames.size}`,
      component: () => (
        <Frame>
          <Outlet />
        </Frame>
      ),
    })
    const made = { route, within: [] }
    frames.set(frame, made)
    return made
  }

  const outer: AnyRoute[] = []
  const inner: AnyRoute[] = [home]
  for (const screen of product.screens) {
    const frame = screen.frame && framed(screen.frame)
    const parent = frame?.route ?? (screen.opensTo ? root : inside)
    const route = createRoute({
      getParentRoute: () => parent,
      path: screen.path,
      beforeLoad: ({ params, search, location: { hash } }) => {
        const signedIn = session.get()
        const isOnlyOutside =
          screen.opensTo === 'signedOut' || (screen.opensTo === 'signedOutOrEnded' && !session.isDead())
        // The page itself explains other restrictions.
        if (signedIn && isOnlyOutside)
          return import('./lastPath.ts').then(({ afterLogin }) => {
            throw redirect({ href: afterLogin(signedIn, product), replace: true })
          })
        const href = screen.leadsTo?.({ params, search, hash })
        if (href !== undefined) throw redirect({ href, replace: true })
      },
      ...(screen.load && { component: componentOf(screen.load, screen.propsOf) }),
    })
    ;(frame?.within ?? (screen.opensTo ? outer : inner)).push(route)
  }

  const framedRoutes = [...frames.values()].map(({ route, within }) => route.addChildren(within))
  return createRouter({
    routeTree: root.addChildren([...outer, inside.addChildren([...framedRoutes, ...inner, unknown])]),
    defaultErrorComponent: ({ error }) => <ErrorScreen error={error} />,
    ...(history && { history }),
    scrollRestoration: true,
    defaultPendingMs: 0,
  })
}

const loadUnknown = () => import('./UnknownPage.tsx').then((file) => file.UnknownPage)

type Preloaded = AnyComponent & { preload?: () => Promise<unknown> }
const made = new WeakMap<object, Preloaded>()

function routeComponent(load: Load<AnyComponent>): Preloaded {
  const known = made.get(load) ?? lazyRouteComponent(() => load().then((component) => ({ default: component })))
  made.set(load, known as Preloaded)
  return known as Preloaded
}

/** Suspense inside a screen keeps the frame around it. */
function componentOf(load: NonNullable<Screen['load']>, propsOf: Screen['propsOf']) {
  const Shown = routeComponent(load)
  return () => <Suspense fallback={null}>{propsOf ? <ShownScreen screen={{ load, propsOf }} /> : <Shown />}</Suspense>
}

function ShownScreen({ screen: { load, propsOf } }: { screen: Required<Pick<Screen, 'load' | 'propsOf'>> }) {
  const params = useParams({ strict: false }) as RouteLocation['params']
  const search = useSearch({ strict: false }) as RouteLocation['search']
  const hash = useLocation({ select: (location) => location.hash })
  const Shown = routeComponent(load)
  return <Shown {...propsOf({ params, search, hash })} />
}

/**
 * Loads all files of the screen at this path in parallel. Resolves even if one failed, because the screen shows that
 * error.
 */
export async function loadAhead({ areas, inside, screens }: Product, pathname: string): Promise<void> {
  const signedIn = session.get()
  const path = pathname !== '/' ? pathname : signedIn ? landingPath(signedIn, areas) : '/login'
  const here = screens.find((one) => one.load && isAt(one.path, path))
  const loads: (Load<AnyComponent> | undefined)[] = [signedIn ? inside : undefined, here?.frame, here?.load]
  await Promise.allSettled(loads.map((load) => load && routeComponent(load).preload?.()))
}

/** Must run first, because the service worker sends a clicked notification's page only once. */
export function followWorker(router: ReturnType<typeof routerOf>) {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent) => {
    if (isOwnPath(data?.open)) void router.navigate({ href: data.open })
  })
}

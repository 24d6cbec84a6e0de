import {
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { areaOf, isPermitted } from '#core/client/areas.ts'
import type { Product } from '#core/client/feature.ts'
import { showLive } from '#core/client/lastScreen.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { whenQuiet } from '#core/client/onIdle.ts'
import { closePalette, openPalette, usePalette } from '#core/client/palette/palette.ts'
import { useProduct } from '#core/client/product.ts'
import { useLocation, useNavigate } from '#core/client/router/useRouter.ts'
import { identityOf, session as stored, useIsSessionDead, useSession } from '#core/client/session.ts'
import { Shell } from '#core/client/shell/Shell.tsx'
import { isFramePainted, SplashScreen } from '#core/client/shell/SplashScreen.tsx'
import { EngineProvider, isOfflineNow } from '#core/client/sync.tsx'
import { toastNow } from '#core/client/toastLater.ts'
import { toast } from '#core/client/toasts.ts'
import { errorMessages } from '#core/contract/errors.ts'
import type { Session } from '#core/contract/session.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { closeEngine } from './currentEngine.ts'
import { engineOf } from './engine.ts'
import { loadWays, useLeaving } from './leaving.ts'
import { going } from './leavingState.ts'

const Enrol = lazyComponent(() => import('../login/Enrol.tsx').then((file) => file.Enrol))
const Ended = lazyComponent(() => import('./Ended.tsx').then((file) => file.Ended))
const loadPalette = () => import('#core/client/palette/ProductPalette.tsx')
const ProductPalette = lazyComponent(() =>
  loadPalette().then(
    (file) => file.ProductPalette,
    (error) => {
      closePalette()
      throw error
    },
  ),
)
const ClosedArea = lazyComponent(() => import('#core/client/ClosedArea.tsx').then((file) => file.ClosedArea))
const UnsavedDialog = lazyComponent(() =>
  import('#core/client/shell/UnsavedDialog.tsx').then((file) => file.UnsavedDialog),
)

/** Renders everything behind the login: engine, shell, and page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession()
  const isSame = useSameIdentity(identityOf(session))
  const engine = useEngineOf(session, isSame)
  const isDead = useIsSessionDead()
  useLive(engine, session?.token)
  const isEnrolling = session?.is_enrolling ?? false
  // A session that only allows two-factor enrollment leaves nothing on the device.
  useEffect(() => {
    if (isDead && isEnrolling) stored.end()
  }, [isDead, isEnrolling])
  useEffect(toastNow, [])
  useLayoutEffect(() => {
    if (isEnrolling || isDead) showLive()
  }, [isEnrolling, isDead])
  if (isEnrolling) return <Enrol />
  if (session && isSame && !engine && isFramePainted()) return <SplashScreen />
  if (!session || !engine || !isSame || engine.actor.id !== session.user.id) return null
  return (
    <EngineProvider engine={engine}>
      {isDead ? (
        <Ended session={session} engine={engine} />
      ) : (
        <Inside session={session} engine={engine}>
          {children}
        </Inside>
      )}
    </EngineProvider>
  )
}

function Inside({ session, engine, children }: { session: Session; engine: Engine; children: ReactNode }) {
  const product = useProduct()
  const { unsaved, logout, switchBack, stay, leave } = useLeaving()
  const isFinding = usePalette((state) => state.isOpen)
  // Loads this when the browser is idle, so that it opens right away and works offline.
  useEffect(
    () =>
      whenQuiet(
        () =>
          void Promise.all([loadWays(), loadPalette().then((file) => file.loadEntries(product))]).catch(
            () => undefined,
          ),
      ),
    [product],
  )
  const { user, Org, Switch } = session
  const here = areaOf(useLocation({ select: ({ pathname }) => pathname }), product.areas)
  const permitted = product.areas.filter((area) => isPermitted(session, area))
  return (
    <>
      <Shell
        areas={permitted}
        person={{
          fullname: user.fullname,
          first_name: user.first_name,
          last_name: user.last_name,
          firm: Org.name,
          logo: Org.logo.url,
        }}
        switchedFrom={Switch?.name}
        bar={product.bar.map((load, place) => {
          const Part = barPart(load)
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is the same for as long as the page lives
          return <Part key={place} />
        })}
        onSearch={openPalette}
        onSignIn={() => stored.markDead(session.token)}
        onLogout={() => logout(engine)}
        onSwitchBack={() => switchBack(engine)}
      >
        {here && !isPermitted(session, here) ? (
          <ClosedArea session={session} area={here} areas={product.areas} />
        ) : (
          children
        )}
      </Shell>
      <Suspense fallback={null}>
        {isFinding && <ProductPalette session={session} />}
        {unsaved !== null && (
          <UnsavedDialog count={unsaved} isSwitched={Switch !== undefined} onStay={stay} onLeave={leave} />
        )}
      </Suspense>
    </>
  )
}

// A part that fails to load doesn't affect the others.
const calm = new WeakMap<object, ComponentType>()
function barPart(load: Product['bar'][number]): ComponentType {
  const known =
    calm.get(load) ??
    lazyComponent(() =>
      load().then(
        (part) => part,
        () => () => null,
      ),
    )
  calm.set(load, known)
  return known
}

/** Opens the person's local database. If that fails, ends the session with the unknown-error toast. */
function useEngineOf(session: Session | null, isSame: boolean): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null)
  const identity = identityOf(session)
  const product = useProduct()
  const navigate = useNavigate()
  // A session that only allows two-factor enrollment becomes a full one.
  const isEnrolling = session?.is_enrolling ?? false
  useEffect(() => {
    const person = stored.get()
    let isCurrent = true
    const isOver = () => {
      isCurrent = false
    }
    if (!person || isEnrolling || identityOf(person) !== identity || !isSame) {
      setEngine(null)
      if (person) void closeEngine()
      else
        void leave().then(() => {
          if (isCurrent && !stored.get()) void navigate({ to: '/login', replace: true })
        })
      return isOver
    }
    engineOf(person, product, lostDatabase).then((opened) => {
      if (!isCurrent) return
      // Renders the first screen in slices.
      startTransition(() => setEngine(opened))
      refreshSession(opened)
    }, lostDatabase)
    return isOver
  }, [identity, isSame, product, isEnrolling, navigate])
  useEffect(() => {
    if (!engine) return
    // The firm's subscription or stages can have changed while the page was hidden or offline.
    const look = () => void (document.visibilityState === 'visible' && refreshSession(engine))
    addEventListener('visibilitychange', look)
    let wasOffline = isOfflineNow(engine.status.get())
    const stop = engine.status.subscribe(() => {
      const isOffline = isOfflineNow(engine.status.get())
      if (wasOffline && !isOffline) void refreshSession(engine)
      wasOffline = isOffline
    })
    return () => {
      removeEventListener('visibilitychange', look)
      stop()
    }
  }, [engine])
  return engine
}

/**
 * Returns whether this page still has its original identity. If another tab changes it, the page reloads to clear its
 * memory.
 */
function useSameIdentity(identity: string): boolean {
  const first = useRef(identity)
  if (first.current === '') first.current = identity
  const isSame = identity === '' || identity === first.current
  useEffect(() => {
    if (!isSame && !going.isOn) void closeEngine().then(() => location.replace('/'))
  }, [isSame])
  return isSame
}

/** Streams other people's changes while the server is reachable. A new token opens a new stream. */
function useLive(engine: Engine | null, token: string | undefined) {
  useEffect(() => {
    if (!engine || !token) return
    let stop: (() => void) | undefined
    let isOver = false
    import('#core/client/live.ts').then(
      ({ browserLive, startLive }) => {
        if (!isOver)
          stop = startLive(
            browserLive(engine.actor.id, {
              pull: engine.pull,
              who: (old) => void loadWays().then((ways) => ways.whoAmI(old)),
            }),
          )
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [engine, token])
}

const closeAndLock = () => closeEngine((engine) => engine.lockAway())

/** Milliseconds that the login page waits for drafts. */
const KEEP_WITHIN_MS = 8000

/**
 * Saves drafts and locks the device's data after a sign-out here or in another tab. The login page comes afterwards,
 * because people who see it close the window or look for what they typed.
 */
function leave(): Promise<unknown> {
  const left = loadWays().then((ways) => ways.endedElsewhere(), closeAndLock)
  return Promise.race([left.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, KEEP_WITHIN_MS))])
}

function lostDatabase() {
  void closeEngine()
  stored.end()
  toast({ message: errorMessages.generic, color: 'red' })
}

const refreshSession = (engine: Engine) =>
  void loadWays()
    .then((ways) => ways.refreshSession(engine))
    .catch(() => undefined)

import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { call } from '#core/client/api.ts'
import { type Area, isPermitted } from '#core/client/areas.ts'
import { Notices } from '#core/client/notices.ts'
import { openPalette, usePalette } from '#core/client/palette/palette.ts'
import { OfferedPanels } from '#core/client/panels/offeredPanels.ts'
import { identityOf, session as stored, useIsSessionDead, useSession } from '#core/client/session.ts'
import { Shell } from '#core/client/shell/Shell.tsx'
import { EngineProvider, useSyncStatus } from '#core/client/sync.tsx'
import { toastNow } from '#core/client/toastLater.ts'
import { toast } from '#core/client/toasts.ts'
import { sentences } from '#core/contract/errors.ts'
import type { Session } from '#core/contract/session.ts'
import type { Engine } from '#core/sync/client/engine.ts'
import { routes } from '#features/account/contract.ts'
import { targetNotices } from '#features/targets/notices/contract.ts'
import { controlsPanels } from './controlsPanels.ts'
import { closeEngine, engineOf } from './engine.ts'
import { isSwitching, useLeaving } from './leaving.ts'
import { outboxWordsIn } from './outboxWords.ts'

const SignInAgain = lazy(() =>
  import('#features/account/client/SignInAgain.tsx').then((file) => ({ default: file.SignInAgain })),
)
const SwitchEnded = lazy(() =>
  import('#features/account/client/SwitchEnded.tsx').then((file) => ({ default: file.SwitchEnded })),
)
const loadPalette = () => import('./AppPalette.tsx').then((file) => ({ default: file.AppPalette }))
const AppPalette = lazy(loadPalette)
// A bell that can't be had takes nothing else with it.
const NotificationsBell = lazy<() => ReactNode>(() =>
  import('./NotificationsBell.tsx').then(
    (file) => ({ default: file.NotificationsBell }),
    () => ({ default: () => null }),
  ),
)
const UnsavedDialog = lazy(() =>
  import('#core/client/shell/UnsavedDialog.tsx').then((file) => ({ default: file.UnsavedDialog })),
)

const FETCH_AFTER_MS = 2000

/** Everything behind the login: this person's engine, the shell, and the page in it. */
export function SignedIn({ areas }: { areas: readonly Area[] }) {
  const session = useSession()
  const isSame = useSameIdentity(identityOf(session))
  const engine = useEngineOf(session, isSame)
  const navigate = useNavigate()
  useLive(engine, session?.token)
  useEffect(() => {
    if (!session) void navigate({ to: '/login', replace: true })
  }, [session, navigate])
  useEffect(toastNow, [])
  if (!session || !engine || !isSame || engine.actor.id !== session.user.id) return null
  return (
    <EngineProvider engine={engine}>
      <Notices value={targetNotices}>
        <OfferedPanels value={controlsPanels}>
          <Inside session={session} engine={engine} areas={areas} />
        </OfferedPanels>
      </Notices>
    </EngineProvider>
  )
}

function Inside({ session, engine, areas }: { session: Session; engine: Engine; areas: readonly Area[] }) {
  const { unsaved, logout, switchBack, stay, leave } = useLeaving()
  const isSignInNeeded = useSyncStatus(({ state }) => state === 'signin')
  const isDead = useIsSessionDead() || isSignInNeeded
  const [isAsked, setAsked] = useState(false)
  const isFinding = usePalette((state) => state.isOpen)
  // Fetched in a quiet moment, so that it opens at once, also after the network has gone.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => setAsked(isDead), [isDead])
  const { user, Org, Switch } = session
  const permitted = areas.filter(({ name }) => isPermitted(session, name))
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
        isAdmin={user.role !== 'member'}
        switchedFrom={Switch?.name}
        words={outboxWordsIn(Org.time_zone)}
        bell={<NotificationsBell />}
        onSearch={openPalette}
        onSignIn={() => setAsked(true)}
        onLogout={() => logout(engine)}
        onSwitchBack={() => switchBack(engine)}
      >
        <Outlet />
      </Shell>
      <Suspense fallback={null}>
        {isFinding && (
          <AppPalette
            session={session}
            areas={permitted}
            onLogout={() => logout(engine)}
            onSwitchBack={() => switchBack(engine)}
          />
        )}
        {isAsked && unsaved === null && Switch && (
          <SwitchEnded
            as={user.fullname}
            from={Switch.name}
            onBack={() => switchBack(engine)}
            onClose={() => setAsked(false)}
          />
        )}
        {isAsked && unsaved === null && !Switch && (
          <SignInAgain
            email={user.email}
            userId={user.id}
            onSignedIn={(again) => {
              setAsked(false)
              stored.start(again)
              engine.resume()
            }}
            onClose={() => setAsked(false)}
            onLogout={() => logout(engine)}
          />
        )}
        {unsaved !== null && (
          <UnsavedDialog count={unsaved} isSwitched={Switch !== undefined} onStay={stay} onLeave={leave} />
        )}
      </Suspense>
    </>
  )
}

/** Opens the local database of the person who is signed in. When it cannot be had, the session ends with the unknown-error toast. */
function useEngineOf(session: Session | null, isSame: boolean): Engine | null {
  const [engine, setEngine] = useState<Engine | null>(null)
  const identity = identityOf(session)
  useEffect(() => {
    const person = stored.get()
    if (!person || identityOf(person) !== identity || !isSame) {
      void closeEngine()
      return setEngine(null)
    }
    let isCurrent = true
    engineOf(person, lostDatabase).then((opened) => {
      if (!isCurrent) return
      setEngine(opened)
      void refreshSession(opened)
    }, lostDatabase)
    return () => {
      isCurrent = false
    }
  }, [identity, isSame])
  useEffect(() => {
    // What the firm has subscribed to may have changed meanwhile.
    const look = () => void (engine && document.visibilityState === 'visible' && refreshSession(engine))
    addEventListener('visibilitychange', look)
    return () => removeEventListener('visibilitychange', look)
  }, [engine])
  return engine
}

/** Whether this page is still of those who opened it. When another tab changes that, nothing in its memory is theirs: it starts anew. */
function useSameIdentity(identity: string): boolean {
  const first = useRef(identity)
  if (first.current === '') first.current = identity
  const isSame = identity === '' || identity === first.current
  useEffect(() => {
    if (!isSame && !isSwitching()) void closeEngine().then(() => location.replace('/'))
  }, [isSame])
  return isSame
}

/** Changes by others appear at once while the server can say so. A new token is a new stream. */
function useLive(engine: Engine | null, token: string | undefined) {
  useEffect(() => {
    if (!engine || !token) return
    let stop: (() => void) | undefined
    let isOver = false
    import('#core/client/live.ts').then(
      ({ browserLive, startLive }) => {
        if (!isOver) stop = startLive(browserLive(engine.actor.id, engine.pull))
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop?.()
    }
  }, [engine, token])
}

function lostDatabase() {
  void closeEngine()
  stored.end()
  toast({ message: sentences.generic, color: 'red' })
}

/** The server's newest word on who this is; offline, what is kept on the device holds. */
async function refreshSession(engine: Engine) {
  try {
    const me = await call(routes.me, {})
    stored.refresh(me)
    await engine.writeRecord('user', me)
  } catch {
    // A dead session shows itself; anything else is tried again at the next start.
  }
}

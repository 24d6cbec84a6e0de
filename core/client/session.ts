// The session on this device, in a small record that survives a reload. Its only token is Pursuit's own.
import { create } from 'zustand'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import { WIPE_CODE } from '#core/contract/errors.ts'
import type { Me, Session } from '#core/contract/session.ts'
import { nativeShell } from './nativeShell.ts'

const KEY = 'session'
/** See lastScreen.ts. It belongs to the signed-in person and goes with the session. */
export const LAST_SCREEN = 'last-screen'
const storage = () => nativeShell?.storage ?? localStorage

type State = {
  session: Session | null
  /** The server rejects the token. Local data is locked and hidden until the person signs in again. */
  isDead: boolean
  /** The person has requested a wipe of this device, including unsent changes. */
  isToWipe?: boolean
}

export const useSessionState = create<State>(() => ({ session: stored(), isDead: false }))

/** The person who works here and the one they work as. Local databases belong to it. '' when no one is signed in. */
export const identityOf = (session: Session | null): string =>
  !session ? '' : session.Switch ? `${session.user.id}:as:${session.Switch.user_id}` : session.user.id

export const useSession = (): Session | null => useSessionState((state) => state.session)
export const useIsOn = (flag: Flag): boolean =>
  useSessionState(({ session }) => session !== null && isFeatureOn(session.Subscriptions, flag))
export const useIsSessionDead = (): boolean => useSessionState((state) => state.isDead)

export const session = {
  get: (): Session | null => useSessionState.getState().session,
  isDead: (): boolean => useSessionState.getState().isDead,
  isToWipe: (): boolean => useSessionState.getState().isToWipe === true,
  start: (signedIn: Session) => set({ session: signedIn, isDead: false }),
  /** Updates the same session with the server's latest data. */
  refresh(me: Me) {
    const { session: now, isDead } = useSessionState.getState()
    if (!now || now.user.id !== me.user.id || now.Switch?.user_id !== me.Switch?.user_id) return
    // The server sends the data for switching back only once.
    set({ session: { ...me, token: now.token, ...(now.Switch && { Switch: now.Switch }) }, isDead })
  },
  /** Adopts another person's session from another tab before the browser's storage event. */
  follow() {
    const there = stored()
    if (identityOf(there) !== identityOf(useSessionState.getState().session))
      useSessionState.setState({ session: there, isDead: false })
  },
  /**
   * `token` is the rejected one, because a response to an older token doesn't concern this session. `code` is the error
   * code.
   */
  markDead(token: string, code?: string) {
    if (useSessionState.getState().session?.token !== token) return
    forgetLastScreen()
    useSessionState.setState({ isDead: true, isToWipe: code === WIPE_CODE })
  },
  end: () => set({ session: null, isDead: false }),
}

function forgetLastScreen() {
  try {
    localStorage.removeItem(LAST_SCREEN)
  } catch {}
}

function set(state: State) {
  if (identityOf(state.session) !== identityOf(useSessionState.getState().session)) forgetLastScreen()
  try {
    if (state.session) storage().setItem(KEY, JSON.stringify(state.session))
    else storage().removeItem(KEY)
  } catch {
    // If storage is full or forbidden, the session is lost on the next reload.
  }
  useSessionState.setState(state)
}

function stored(): Session | null {
  try {
    const kept = JSON.parse(storage().getItem(KEY) ?? 'null') as Session | null
    return kept?.token && kept.user?.id && kept.Org && kept.Subscriptions ? kept : null
  } catch {
    return null
  }
}

// Signing in or out applies to all tabs.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === KEY || event.key === null) useSessionState.setState({ session: stored(), isDead: false })
})

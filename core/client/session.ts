// Who is signed in on this device. The small record that outlives a reload; only Pursuit's own token is in it.
import { create } from 'zustand'
import { type Flag, isFeatureOn } from '#core/contract/area.ts'
import { WIPE_CODE } from '#core/contract/errors.ts'
import type { Me, Session } from '#core/contract/session.ts'
import { nativeShell } from './wrapper.ts'

const KEY = 'session'
const storage = () => nativeShell?.storage ?? localStorage

type State = {
  session: Session | null
  /** The server no longer knows the token: what is on the device is locked away, and nothing of it is shown until the person has signed in again. */
  isDead: boolean
  /** The person has asked that this device be wiped: what waits to be sent goes too. */
  isToWipe?: boolean
}

export const useSessionState = create<State>(() => ({ session: stored(), isDead: false }))

/** Who works here, and as whom: local databases and what they send belong to it. '' for nobody. */
export const identityOf = (session: Session | null): string =>
  !session ? '' : session.Switch ? `${session.user.id}:as:${session.Switch.user_id}` : session.user.id

export const useSession = (): Session | null => useSessionState((state) => state.session)
/** Whether the firm of whoever works here has subscribed to it. */
export const useIsOn = (flag: Flag): boolean =>
  useSessionState(({ session }) => session !== null && isFeatureOn(session.Subscriptions, flag))
export const useIsSessionDead = (): boolean => useSessionState((state) => state.isDead)

export const session = {
  get: (): Session | null => useSessionState.getState().session,
  isDead: (): boolean => useSessionState.getState().isDead,
  isToWipe: (): boolean => useSessionState.getState().isToWipe === true,
  /** A fresh sign-in. */
  start: (signedIn: Session) => set({ session: signedIn, isDead: false }),
  /** The server's newest word on the same session. */
  refresh(me: Me) {
    const { session: now, isDead } = useSessionState.getState()
    if (!now || now.user.id !== me.user.id || now.Switch?.user_id !== me.Switch?.user_id) return
    // The way back was told once.
    set({ session: { ...me, token: now.token, ...(now.Switch && { Switch: now.Switch }) }, isDead })
  },
  /** Takes over what another tab stored, when it is of somebody else, before the browser tells of it. */
  follow() {
    const there = stored()
    if (identityOf(there) !== identityOf(useSessionState.getState().session))
      useSessionState.setState({ session: there, isDead: false })
  },
  /** `token` is the one the server refused: an answer to an older token says nothing about this one. `code`: of its refusal. */
  markDead(token: string, code?: string) {
    if (useSessionState.getState().session?.token === token)
      useSessionState.setState({ isDead: true, isToWipe: code === WIPE_CODE })
  },
  end: () => set({ session: null, isDead: false }),
}

function set(state: State) {
  try {
    if (state.session) storage().setItem(KEY, JSON.stringify(state.session))
    else storage().removeItem(KEY)
  } catch {
    // A full or forbidden storage costs the next reload its session, not this one.
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

// Signing in or out in one tab holds for all of them.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key === KEY || event.key === null) useSessionState.setState({ session: stored(), isDead: false })
})

import { useEffect, useState } from 'react'
import { nativeShell } from '#core/client/nativeShell.ts'
import { toast } from '#core/client/toasts.ts'
import { CHANGED, type PushState, pushProblemOf, pushState, turnOffPush, turnOnPush } from './push.ts'

const inBrowser: Record<PushState, string> = {
  unsupported: 'This browser can’t show push notifications. On a phone, add Pursuit to the home screen first.',
  notSent: 'Your firm’s Pursuit doesn’t send push notifications to phones.',
  notBuilt: 'This app was built without push notifications. Contact your Pursuit administrator.',
  blocked: 'This browser blocks notifications from Pursuit. Allow them in its settings for this site, then come back.',
  off: 'You’ll get notifications on this device even when Pursuit is closed. Your browser will ask for permission once.',
  on: 'You’ll get notifications on this device even when Pursuit is closed, until you log out here.',
}
const onPhone: Record<PushState, string> = {
  ...inBrowser,
  blocked:
    'This phone blocks notifications from Pursuit. Allow them in its settings, then turn them on in Account, Notifications.',
  off: 'You’ll get notifications on this phone even when Pursuit is closed. It will ask for permission once.',
}

/** Returns the explanation of the current push state. */
export const pushSentence = (state: PushState): string => (nativeShell?.askForPushes ? onPhone : inBrowser)[state]

/** Returns the push state of this device and a switch for it. Failures appear as toasts. */
export function usePush(userId: string) {
  const [state, setState] = useState<PushState>(() => pushState(userId))
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const look = () => setState(pushState(userId))
    for (const reason of ['focus', CHANGED]) addEventListener(reason, look)
    return () => {
      for (const reason of ['focus', CHANGED]) removeEventListener(reason, look)
    }
  }, [userId])
  const turn = async (isOn: boolean) => {
    setBusy(true)
    try {
      if (isOn) await turnOnPush(userId)
      else await turnOffPush()
      if ((pushState(userId) === 'on') === isOn) toast({ message: 'Notification setting updated', color: 'green' })
    } catch (thrown) {
      toast({ message: pushProblemOf(thrown), color: 'red' })
    } finally {
      // Updates other places that show the state.
      dispatchEvent(new Event(CHANGED))
      setBusy(false)
    }
  }
  return { state, isBusy, turn }
}

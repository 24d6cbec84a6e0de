import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useEffect, useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { wrapper } from '#core/client/wrapper.ts'
import type { Session } from '#core/contract/session.ts'
import s from './NotificationSettings.module.css'
import { CHANGED, type PushState, pushState, turnOffPush, turnOnPush } from './push.ts'

const why: Record<PushState, string> = {
  unsupported: 'This browser cannot show push notifications. On a phone, add Pursuit to the home screen first.',
  blocked: 'This browser blocks notifications from Pursuit. Allow them in its settings for this site, then come back.',
  off: 'Shown by this device also when Pursuit is closed. The browser asks you once.',
  on: 'This device shows them also when Pursuit is closed, until you log out here.',
}

const whyOnPhone: Record<PushState, string> = {
  ...why,
  blocked: 'This phone does not allow notifications from Pursuit. Allow them in its settings, then turn this on again.',
  off: 'Shown by this phone also when Pursuit is closed. It asks you once.',
}

/** Whether this device shows pushes; the browser or the phone is asked only on the click. */
export function PushSwitch({ session, isOffline }: { session: Session; isOffline: boolean }) {
  const userId = session.user.id
  const [state, setState] = useState<PushState>(() => pushState(userId))
  const [isBusy, setBusy] = useState(false)
  const isSwitched = session.Switch !== undefined
  useEffect(() => {
    const look = () => setState(pushState(userId))
    for (const reason of ['focus', CHANGED]) addEventListener(reason, look)
    return () => {
      for (const reason of ['focus', CHANGED]) removeEventListener(reason, look)
    }
  }, [userId])
  // A phone's own settings may have changed meanwhile: it can be asked again.
  const isClosed = state === 'unsupported' || (state === 'blocked' && !wrapper?.askForPushes)
  const turn = async (isOn: boolean) => {
    setBusy(true)
    try {
      if (isOn) await turnOnPush(userId)
      else await turnOffPush()
      const now = pushState(userId)
      if ((now === 'on') === isOn) toast({ message: 'Notification setting updated', color: 'green' })
    } catch (thrown) {
      const isTheirs = thrown instanceof DOMException
      const message = isTheirs
        ? "This browser's push service did not answer. Please try again later."
        : problemOf(thrown)
      toast({ message, color: 'red' })
    } finally {
      setState(pushState(userId))
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="push-here">
      <h2 id="push-here">This device</h2>
      <div className={s.line}>
        <div>
          <label className={s.name} htmlFor="push-switch">
            Push notifications on this device
          </label>
          <p className={s.why} id="push-why">
            {isSwitched
              ? `Only ${session.user.first_name} can turn them on, on a device of their own.`
              : (wrapper?.askForPushes ? whyOnPhone : why)[state]}
          </p>
        </div>
        <Switch
          id="push-switch"
          aria-describedby="push-why"
          checked={state === 'on' && !isSwitched}
          disabled={isOffline || isBusy || isSwitched || isClosed}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
      </div>
    </section>
  )
}

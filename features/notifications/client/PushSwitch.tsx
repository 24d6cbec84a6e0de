import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { nativeShell } from '#core/client/nativeShell.ts'
import type { Session } from '#core/contract/session.ts'
import { pushSentence, usePush } from './usePush.ts'

/** Turns pushes on this device on or off. Asks for permission only on the click. */
export function PushSwitch({ session, isOffline }: { session: Session; isOffline: boolean }) {
  const { state, isBusy, turn } = usePush(session.user.id)
  const isSwitched = session.Switch !== undefined
  // The phone's own settings can have changed, so it can be asked again.
  const isClosed =
    state === 'unsupported' || state === 'notBuilt' || (state === 'blocked' && !nativeShell?.askForPushes)
  return (
    <section aria-labelledby="push-here">
      <h2 id="push-here">This device</h2>
      <div className="flex top between gap24">
        <div>
          <label className="block semi" htmlFor="push-switch">
            Push notifications on this device
          </label>
          <p className="dim" id="push-why">
            {isSwitched
              ? `Only ${session.user.first_name} can turn these on, from their own device.`
              : pushSentence(state)}
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

import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call, problemOf } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { dayIn, formatDay, instantOf } from '#core/contract/dates.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { formatClock, relativeTime } from '#core/contract/times.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { type DeviceSession, type OwnDevices as Found, routes, type WipedDevice } from '../../ownContract.ts'
import { devicesQuery } from '../../queries.ts'
import s from './Devices.module.css'

/** Lists the person's devices, which can be signed out and wiped. */
export function Devices() {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const isOffline = useSyncStatus(isOfflineNow)
  const asked = useQuery(devicesQuery, undefined)
  const { value: found, take } = asked
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [lost, setLost] = useState<DeviceSession | null>(null)
  const end = async (what: string, ending: () => Promise<Found>, message: string) => {
    if (busy) return
    setBusy(what)
    setProblem(null)
    try {
      take(await ending())
      toast({ message, color: 'green' })
    } catch (thrown) {
      setProblem(problemOf(thrown))
    } finally {
      setBusy(null)
    }
  }
  const endOthers = async () => {
    take(await call(routes.endOtherSessions, {}))
    return 'Signed out all other devices'
  }
  const wipe = async (session: DeviceSession) => {
    take(await call(routes.wipeSession, { params: { id: session.id } }))
    return `${nameOf(session)} is signed out and will be erased`
  }
  const sessions = found?.sessions
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <>
      <NeedsConnection isOffline={isOffline} what={whenOnline('see your devices')} />
      <AnswerState of={asked} problem={problem} />
      <p className="mb16 dim">
        You’re signed in on these devices. Signing out takes effect right away. Changes that haven’t synced stay on the
        device until you sign in there again.
      </p>
      <ul className={s.list} aria-label="Devices" aria-busy={!sessions && !isOffline && asked.problem === null}>
        {sessions?.map((session) => (
          <Device
            key={session.id}
            session={session}
            zone={zone}
            isBusy={busy === session.id}
            isOffline={isOffline}
            onWipe={() => setLost(session)}
            onEnd={() =>
              end(
                session.id,
                () => call(routes.endSession, { params: { id: session.id } }),
                `Signed out ${nameOf(session)}`,
              )
            }
          />
        ))}
      </ul>
      {found && found.wipes.length > 0 && (
        <ul className={s.list} aria-label="Wiped devices">
          {found.wipes.map((one) => (
            <Wiped key={one.id} wipe={one} zone={zone} />
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <Button variant="default" onClick={() => setAsking(true)} disabled={isOffline}>
          Sign out all other devices
        </Button>
      )}
      {lost && (
        <ConfirmDialog
          title={`Sign out and wipe ${nameOf(lost)}?`}
          verb="Sign out and wipe"
          isDangerous
          onClose={() => setLost(null)}
          onConfirm={() => wipe(lost)}
        >
          <p>
            The device is signed out right away. The next time it’s online, it deletes all its Pursuit data, including
            changes that haven’t synced. Use this for a lost device.
          </p>
        </ConfirmDialog>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Sign out all other devices?"
          verb="Sign out all"
          onClose={() => setAsking(false)}
          onConfirm={endOthers}
        >
          <p>This signs out {others.length} devices right away. You stay signed in here.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const nameOf = ({ device }: Pick<DeviceSession, 'device'>) => device || 'Unknown device'

type DeviceProps = {
  session: DeviceSession
  zone: string
  isBusy: boolean
  isOffline: boolean
  onEnd: () => void
  onWipe: () => void
}

function Device({ session, zone, isBusy, isOffline, onEnd, onWipe }: DeviceProps) {
  const { device, address, created, used, current, by } = session
  const icon = by ? 'users' : /iPhone|iPad|Android/.test(device) ? 'device-mobile' : 'device-desktop'
  const last = relativeTime(instantOf(zone, used), new Date())
  return (
    <li className={`row gap16 ruledBelow ${s.device}`}>
      <Icon name={icon} size={24} className={by ? 'soon' : 'dim'} />
      <div className="grow">
        <p className={`row wrap break semi ${s.name}`}>
          {nameOf(session)} {current && <span className={`small strong brand rounded ${s.here}`}>This device</span>}
        </p>
        {by && <p className="break semi soon">{by} is working as you here</p>}
        <p className="cap break">
          {current ? 'Active now' : `Last used ${last}`}
          {address && ` · ${address}`}
        </p>
        <p className="cap break">Signed in {formatDay(created.slice(0, 10))}</p>
      </div>
      {!current && (
        <div className={`flex wrap end gap8 ${s.ways}`}>
          <Button
            variant="default"
            size="sm"
            onClick={onEnd}
            disabled={isOffline}
            aria-disabled={isBusy || undefined}
            aria-label={`Sign out ${nameOf(session)}, last used ${last}`}
          >
            Sign out
          </Button>
          {!by && (
            <Button
              variant="subtle"
              color="red"
              size="sm"
              onClick={onWipe}
              disabled={isOffline}
              aria-label={`Sign out and wipe ${nameOf(session)}, last used ${last}`}
            >
              Sign out and wipe
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** Shows a wiped device or a pending wipe. */
function Wiped({ wipe, zone }: { wipe: WipedDevice; zone: string }) {
  const now = new Date()
  const done = wipe.wiped && instantOf(zone, wipe.wiped)
  return (
    <li className={`row gap16 ruledBelow ${s.device}`}>
      <Icon name="eraser" size={24} className="dim" />
      <div className="grow">
        <p className={`row wrap break semi ${s.name}`}>{nameOf(wipe)}</p>
        <p className="cap break">
          {done
            ? `Wiped ${dayIn(zone, done) === dayIn(zone, now) ? 'today at' : 'on'} ${formatClock(zone, done, now)}`
            : 'Will be wiped the next time it’s online'}
        </p>
        <p className="cap break">Signed out {formatDay(wipe.asked.slice(0, 10))}</p>
      </div>
    </li>
  )
}

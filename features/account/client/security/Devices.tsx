import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconUsers } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { formatDay, instantOf, relativeTime } from '#core/contract/dates.ts'
import { AskDialog } from '#core/ui/form/AskDialog.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { type DeviceSession, routes } from '../../ownContract.ts'
import s from './Devices.module.css'

/** Where the person is signed in; each can be signed out. */
export function Devices() {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const isOffline = useSyncStatus(isOfflineNow)
  const [sessions, setSessions] = useState<DeviceSession[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    if (isOffline) return
    let isHere = true
    call(routes.sessions, {}).then(
      (found) => isHere && setSessions(found.sessions),
      (thrown) => isHere && setProblem(problemOf(thrown)),
    )
    return () => {
      isHere = false
    }
  }, [isOffline])
  const end = async (what: string, ending: () => Promise<{ sessions: DeviceSession[] }>, message: string) => {
    if (busy) return
    setBusy(what)
    setProblem(null)
    try {
      setSessions((await ending()).sessions)
      toast({ message, color: 'green' })
    } catch (thrown) {
      setProblem(problemOf(thrown))
    } finally {
      setBusy(null)
    }
  }
  const endOthers = async () => {
    setSessions((await call(routes.endOtherSessions, {})).sessions)
    return 'All other devices are signed out'
  }
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <>
      <NeedsConnection isOffline={isOffline} what="Your devices can be seen when you are online again." />
      <Problem>{problem}</Problem>
      <p className={s.lead}>
        You are signed in on these devices. Signing one out ends it at once; what it has not sent yet waits there for
        your next sign-in.
      </p>
      <ul className={s.list} aria-label="Devices" aria-busy={sessions === null && !isOffline && !problem}>
        {sessions?.map((session) => (
          <Device
            key={session.id}
            session={session}
            zone={zone}
            isBusy={busy === session.id}
            isOffline={isOffline}
            onEnd={() =>
              end(
                session.id,
                () => call(routes.endSession, { params: { id: session.id } }),
                `${nameOf(session)} is signed out`,
              )
            }
          />
        ))}
      </ul>
      {others.length > 1 && (
        <Button variant="default" onClick={() => setAsking(true)} disabled={isOffline}>
          Sign out all other devices
        </Button>
      )}
      {isAsking && (
        <AskDialog
          title="Sign out all other devices?"
          verb="Sign them out"
          onClose={() => setAsking(false)}
          onConfirm={endOthers}
        >
          <p>{others.length} devices are signed out at once. This one stays.</p>
        </AskDialog>
      )}
    </>
  )
}

const nameOf = ({ device }: DeviceSession) => device || 'Unknown device'

type DeviceProps = { session: DeviceSession; zone: string; isBusy: boolean; isOffline: boolean; onEnd: () => void }

function Device({ session, zone, isBusy, isOffline, onEnd }: DeviceProps) {
  const { device, address, created, used, current, by } = session
  const Icon = by ? IconUsers : /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop
  const last = relativeTime(instantOf(zone, used), new Date())
  return (
    <li className={s.device} data-by={by !== '' || undefined}>
      <Icon size={24} stroke={1.6} aria-hidden />
      <div className={s.text}>
        <p className={s.name}>
          {nameOf(session)} {current && <span className={s.here}>This device</span>}
        </p>
        {by && <p className={s.by}>{by} works as you here</p>}
        <p className="cap">
          {current ? 'In use now' : `Last used ${last}`}
          {address && ` · ${address}`}
        </p>
        <p className="cap">Signed in {formatDay(created.slice(0, 10))}</p>
      </div>
      {!current && (
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
      )}
    </li>
  )
}

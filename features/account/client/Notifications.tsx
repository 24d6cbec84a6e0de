import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { session as stored, useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { type Ping, pings, routes } from '../contract.ts'
import s from './AccountPage.module.css'
import { NeedsConnection } from './NeedsConnection.tsx'

const topics = [
  {
    name: 'weekly_alerts',
    label: 'Weekly alerts',
    why: 'Monday at 7 am: what is overdue, what is due this week, and your score.',
  },
  { name: 'daily_nudges', label: 'Daily nudges', why: 'Weekdays at 8 am: the steps of the day.' },
  {
    name: 'personal_collaboration_requests',
    label: 'Personal collaboration requests',
    why: 'A colleague invites you to a Target.',
  },
  {
    name: 'group_collaboration_requests',
    label: 'Group collaboration requests',
    why: 'Somebody of a group you manage is invited to a Target.',
  },
  {
    name: 'shared_target_updates',
    label: 'Shared Target updates',
    why: 'A collaborator does a step, writes a note or moves a Target you share.',
  },
]
const ways = [
  { name: 'email', label: 'E-mail' },
  { name: 'push', label: 'Push' },
]

/** One switch per setting; each is sent at once and turned back when the server says no. */
export function Notifications() {
  const session = useSession()
  const isOffline = useSyncStatus(isOfflineNow)
  const [pending, setPending] = useState<Partial<Record<Ping, boolean>>>({})
  if (!session) return null
  const turn = async (name: Ping, isOn: boolean) => {
    setPending((now) => ({ ...now, [name]: isOn }))
    try {
      const { Settings } = await call(routes.setting, { body: { name, value: isOn ? '1' : '0' } })
      const now = stored.get()
      if (now) stored.refresh({ ...now, Settings })
      toast({ message: 'Notification setting updated', color: 'green' })
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
    } finally {
      setPending(({ [name]: _, ...others }) => others)
    }
  }
  return (
    <>
      <NeedsConnection isOffline={isOffline} what="Notifications can be changed when you are online again." />
      <table className={s.table}>
        <thead>
          <tr>
            <th scope="col">Tell me about</th>
            {ways.map((way) => (
              <th key={way.name} scope="col">
                {way.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <tr key={topic.name}>
              <th scope="row">
                <span className={s.topic}>{topic.label}</span>
                <span className={s.why}>{topic.why}</span>
              </th>
              {ways.map((way) => {
                const name = pings.find((ping) => ping === `ping-${topic.name}-${way.name}`)
                return (
                  <td key={way.name}>
                    {name && (
                      <Switch
                        aria-label={`${topic.label} by ${way.label === 'Push' ? 'push' : 'e-mail'}`}
                        checked={pending[name] ?? session.Settings[name] === 1}
                        disabled={isOffline || name in pending}
                        onChange={(event) => turn(name, event.currentTarget.checked)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

import { Switch } from '@mantine/core'
import { whenOnline } from '#core/contract/phrases.ts'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { session as stored, useSession } from '#core/client/session.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { useNotices } from '#core/client/useNotices.ts'
import { isNoticeOn, type Level, noticeLevel, switchesAt, switchName } from '#core/contract/notice.ts'
import type { Settings } from '#core/contract/session.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { routes } from '../contract.ts'
import s from './AccountPage.module.css'
import { LevelChoice } from './LevelChoice.tsx'

const ways = [
  { name: 'email', label: 'Email' },
  { name: 'push', label: 'Push' },
] as const

/** Shows one level and a switch per setting. A change is sent right away and reverted if the server refuses it. */
export function Notifications() {
  const session = useSession()
  const notices = useNotices().filter(({ switches }) => Object.keys(switches).length > 0)
  const isOffline = useSyncStatus(isOfflineNow)
  const [pending, setPending] = useState<Settings>({})
  if (!session) return null
  const settings = { ...session.Settings, ...pending }
  /** Shows `switches` right away, and the server's values after a failure. */
  const send = async (switches: Settings, ask: () => Promise<{ Settings: Settings }>) => {
    setPending((now) => ({ ...now, ...switches }))
    try {
      const { Settings } = await ask()
      const now = stored.get()
      if (now) stored.refresh({ ...now, Settings })
      toast({ message: 'Notification setting updated', color: 'green' })
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
    } finally {
      setPending((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in switches))))
    }
  }
  const turn = (name: string, isOn: boolean) =>
    send({ [name]: isOn ? 1 : 0 }, () => call(routes.setting, { body: { name, value: isOn ? '1' : '0' } }))
  const choose = (level: Level) => send(switchesAt(notices, level), () => call(routes.level, { body: { level } }))
  return (
    <>
      <NeedsConnection isOffline={isOffline} what={whenOnline('change notifications')} />
      <LevelChoice
        level={noticeLevel(notices, settings)}
        isOff={isOffline || Object.keys(pending).length > 0}
        onChoose={choose}
      />
      <table className={`fill ${s.table}`}>
        <thead>
          <tr>
            <th scope="col">Notify me about</th>
            {ways.map((way) => (
              <th key={way.name} scope="col">
                {way.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notices.map((notice) => (
            <tr key={notice.kind}>
              <th scope="row">
                <span className="block semi">{notice.label}</span>
                <span className="dim">{notice.why}</span>
              </th>
              {ways.map((way) => {
                const name = switchName(notice.kind, way.name)
                return (
                  <td key={way.name}>
                    {notice.switches[way.name] && (
                      <Switch
                        aria-label={notice.switches[way.name]}
                        checked={isNoticeOn(settings, name)}
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

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from '../AccountPage.module.css'
import { downloadMyData } from './downloadMyData.ts'

const kept = [
  'Your profile, your settings and the groups you are in',
  'Your Targets with their steps, notes and history, and those that are shared with you',
  'Invitations you sent and got, and who looked at your pipeline',
  'Notifications and reminders',
  'Your devices, and what the audit log says of you',
]

/** Everything that is kept of the person, as one file. */
export function MyData() {
  const isOffline = useSyncStatus(isOfflineNow)
  const [problem, setProblem] = useState<string | null>(null)
  const [making, setMaking] = useState<AbortController | null>(null)
  const save = async () => {
    if (making) return
    const stop = new AbortController()
    setMaking(stop)
    setProblem(null)
    try {
      const name = await downloadMyData(stop.signal)
      toast({ message: `Saved: ${name}`, color: 'green', stays: true })
    } catch (thrown) {
      if (!(thrown instanceof DOMException)) setProblem(problemOf(thrown))
    } finally {
      setMaking(null)
    }
  }
  return (
    <>
      <NeedsConnection isOffline={isOffline} what="Your data can be downloaded when you are online again." />
      <Problem>{problem}</Problem>
      <div className={s.about}>
        <p>All that Pursuit keeps of you, as one file (JSON) that people and programs can read:</p>
        <ul className={s.points}>
          {kept.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
        <p className="dim">
          Passwords, codes and keys are not in it. That you downloaded it is noted in the audit log.
        </p>
        <div className={s.actions}>
          <Button
            leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
            onClick={save}
            disabled={isOffline}
            aria-disabled={making !== null || undefined}
          >
            {making ? 'Preparing your data …' : 'Download my data'}
          </Button>
          {making && (
            <Button variant="subtle" color="gray" onClick={() => making.abort()}>
              Cancel
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import s from '../AccountPage.module.css'
import { downloadMyData, type MyFile } from './downloadMyData.ts'

const kept = [
  'Your profile, your settings and the groups you are in',
  'Your Targets with their steps, notes and history, and those that are shared with you',
  'Invitations you sent and got, and who looked at your pipeline',
  'Notifications and reminders',
  'Your devices, and what the audit log says of you',
]

const seen = [
  'Your Targets and those that are shared with you, with steps, notes and activity',
  'Invitations, lessons, worksheets, insights, assets and your inbox',
  'The Targets of people you manage, as the Viewer shows them',
]

/** What the person may see as a workbook or CSV files, and everything that is kept of them as one file. */
export function MyData() {
  const isOffline = useSyncStatus(isOfflineNow)
  const [problem, setProblem] = useState<string | null>(null)
  const [making, setMaking] = useState<{ what: MyFile; stop: AbortController } | null>(null)
  const save = async (what: MyFile) => {
    if (making) return
    const stop = new AbortController()
    setMaking({ what, stop })
    setProblem(null)
    try {
      const name = await downloadMyData(what, stop.signal)
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
        <p>All that you may see, as one Excel workbook with a sheet for each kind, or as CSV files in one zip:</p>
        <Points of={seen} />
        <Actions
          label="Download a workbook"
          isMaking={making?.what === 'workbook'}
          isOffline={isOffline}
          onSave={() => save('workbook')}
          onStop={() => making?.stop.abort()}
        />
        <Actions
          label="Download CSV files"
          isMaking={making?.what === 'csv'}
          isOffline={isOffline}
          onSave={() => save('csv')}
          onStop={() => making?.stop.abort()}
        />
        <p>All that Pursuit keeps of you, as one file (JSON) that people and programs can read:</p>
        <Points of={kept} />
        <p className="dim">
          Passwords, codes and keys are in neither. That you downloaded one is noted in the audit log.
        </p>
        <Actions
          label="Download my data"
          isMaking={making?.what === 'record'}
          isOffline={isOffline}
          onSave={() => save('record')}
          onStop={() => making?.stop.abort()}
        />
      </div>
    </>
  )
}

const Points = ({ of }: { of: readonly string[] }) => (
  <ul className={s.points}>
    {of.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
)

type ActionsProps = { label: string; isMaking: boolean; isOffline: boolean; onSave: () => void; onStop: () => void }

const Actions = ({ label, isMaking, isOffline, onSave, onStop }: ActionsProps) => (
  <div className={s.actions}>
    <Button
      leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
      onClick={onSave}
      disabled={isOffline}
      aria-disabled={isMaking || undefined}
    >
      {isMaking ? 'Preparing it …' : label}
    </Button>
    {isMaking && (
      <Button variant="subtle" color="gray" onClick={onStop}>
        Cancel
      </Button>
    )}
  </div>
)

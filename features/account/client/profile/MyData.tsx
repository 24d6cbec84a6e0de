import { Button } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { FailedRead } from '#core/ui/FailedRead.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import s from '../AccountPage.module.css'
import { downloadMyData, type MyFile } from './downloadMyData.ts'

const kept = [
  'Your profile, your settings, and your groups',
  'Your Targets and Targets shared with you, with their steps, notes, and history',
  'Invitations you sent and received, and who viewed your pipeline',
  'Notifications and reminders',
  'Emails you filed, and the addresses you file from',
  'Your devices and the audit log entries about you',
]

const seen = [
  'Your Targets and Targets shared with you, with steps, notes, and activity',
  'Invitations, lessons, worksheets, insights, assets and your inbox',
  'Targets of people you manage, as shown in the Viewer',
]

/** Offers the person's data as a workbook or CSV files, and everything stored about them as one file. */
export function MyData() {
  const isOffline = useSyncStatus(isOfflineNow)
  const [failed, setFailed] = useState<{ what: MyFile; problem: string } | null>(null)
  const [making, setMaking] = useState<{ what: MyFile; stop: AbortController } | null>(null)
  const save = async (what: MyFile) => {
    if (making) return
    const stop = new AbortController()
    setMaking({ what, stop })
    setFailed(null)
    try {
      const name = await downloadMyData(what, stop.signal)
      if (name !== null) toast({ message: `Downloaded ${name}`, color: 'green', stays: true })
    } catch (thrown) {
      if (!(thrown instanceof DOMException)) setFailed({ what, problem: problemOf(thrown) })
    } finally {
      setMaking(null)
    }
  }
  const button = (what: MyFile, label: string, variant?: 'default') => (
    <Button
      variant={variant}
      leftSection={<Icon name="download" />}
      onClick={() => save(what)}
      disabled={isOffline}
      aria-disabled={making !== null || undefined}
    >
      {making?.what === what ? 'Preparing your download…' : label}
    </Button>
  )
  const cancel = (
    <Button variant="subtle" color="gray" onClick={() => making?.stop.abort()}>
      Cancel
    </Button>
  )
  return (
    <>
      <NeedsConnection isOffline={isOffline} what={whenOnline('download your data')} />
      <FailedRead problem={failed?.problem} onAgain={failed && !isOffline ? () => save(failed.what) : undefined} />
      <section className={`stack gap16 ${s.about}`}>
        <h2 className="title">Everything you can see</h2>
        <p>An Excel workbook with one sheet per type, or a ZIP of CSV files:</p>
        <Points of={seen} />
        <div className={`flex wrap ${s.downloads}`}>
          {button('workbook', 'Download a workbook')}
          {button('csv', 'Download CSV files', 'default')}
          {making && making.what !== 'record' && cancel}
        </div>
      </section>
      <section className={`stack gap16 ${s.about}`} data-next>
        <h2 className="title">Everything Pursuit keeps about you</h2>
        <p>One JSON file that people and software can read:</p>
        <Points of={kept} />
        <div className={`flex wrap ${s.downloads}`}>
          {button('record', 'Download my data', 'default')}
          {making?.what === 'record' && cancel}
        </div>
        <p className="dim">Downloads never include passwords, codes, or keys. The audit log records each download.</p>
      </section>
    </>
  )
}

const Points = ({ of }: { of: readonly string[] }) => (
  <ul className={`stack gap8 ${s.points}`}>
    {of.map((point) => (
      <li key={point} className="pretty">
        {point}
      </li>
    ))}
  </ul>
)

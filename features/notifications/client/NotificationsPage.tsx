import { Button } from '@mantine/core'
import { useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { toast } from '#core/client/toasts.ts'
import { KEEP_DAYS } from '#core/contract/notice.ts'
import s from './Inbox.module.css'
import { InboxHead } from './InboxHead.tsx'
import { InboxList } from './InboxList.tsx'
import { showOlder, useInbox } from './inbox.ts'

/** All that the inbox keeps. The bell, which is above every page, brings it up to date. */
export function NotificationsPage() {
  useTitle('Notifications')
  const older = useInbox((state) => state.inbox?.older ?? null)
  const isOffline = useSyncStatus(isOfflineNow)
  const [isBusy, setBusy] = useState(false)
  const more = async () => {
    if (isBusy) return
    setBusy(true)
    await showOlder().catch((thrown) => toast({ message: problemOf(thrown), color: 'red' }))
    setBusy(false)
  }
  return (
    <div className={s.page}>
      <InboxHead level={1} />
      <InboxList />
      {older && (
        <Button
          variant="default"
          className={s.older}
          disabled={isOffline}
          aria-disabled={isBusy || undefined}
          onClick={more}
        >
          Show older
        </Button>
      )}
      <p className={`cap ${s.keeps}`}>Notifications are kept for {KEEP_DAYS} days.</p>
    </div>
  )
}

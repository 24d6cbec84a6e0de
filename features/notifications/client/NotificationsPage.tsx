import { Button } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from '#core/client/query.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { KEEP_DAYS } from '#core/contract/notice.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { olderNotifications } from '../queries.ts'
import s from './Inbox.module.css'
import { InboxHead } from './InboxHead.tsx'
import { InboxList } from './InboxList.tsx'
import { inboxPosition, useInbox } from './inbox.ts'
import { PushOffer } from './PushOffer.tsx'

const SOME = 30

/** Shows the whole inbox: the lines on this device, then older ones from the server. */
export function NotificationsPage() {
  useTitle('Notifications')
  const { lines } = useInbox()
  const [most, setMost] = useState(SOME)
  // Fixes where the server continues when the page opens, so that nothing moves while the person reads.
  const [before] = useState(() => (lines.length > SOME ? inboxPosition(lines.at(-1)!) : null))
  const older = useQuery(olderNotifications, before === null ? null : { before })
  const isOffline = useSyncStatus(isOfflineNow)
  const known = new Set(lines.map(({ id }) => id))
  const all = [...lines, ...(older.value?.notifications ?? []).filter(({ id }) => !known.has(id))]
  const canAsk = older.more && !isOffline
  const more = async () => {
    setMost(most + SOME)
    if (most + SOME > all.length && !isOffline) await older.more?.()
  }
  return (
    <div className={s.page}>
      <InboxHead level={1} />
      <PushOffer lines={lines} />
      <InboxList lines={all.slice(0, most)} />
      <Problem>{isOffline ? null : older.problem}</Problem>
      {(all.length > most || older.more) && (
        <Button variant="default" className={`mt16 ${s.older}`} disabled={all.length <= most && !canAsk} onClick={more}>
          Show older
        </Button>
      )}
      <p className={`cap ${s.keeps}`}>
        Notifications are kept for {KEEP_DAYS} days, or less if your firm sets a shorter limit.
      </p>
    </div>
  )
}

// The person's inbox, from the lines stored on this device.
import { useMemo } from 'react'
import { useEngine, useRows } from '#core/client/sync.tsx'
import { KEEP_DAYS } from '#core/contract/notice.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { readAllNotifications, readNotification } from '../actions.ts'
import { type InboxItem, notifications } from '../contract.ts'

const DAY_MS = 86_400_000

/** Returns the lines, latest first. Expired lines are hidden even if the server hasn't removed them yet. */
export function useInbox(): { lines: readonly InboxItem[]; unread: number } {
  const rows = useRows(notifications)
  return useMemo(() => {
    const oldest = new Date(Date.now() - KEEP_DAYS * DAY_MS).toISOString()
    const lines = rows.filter(({ at }) => at > oldest).sort((a, b) => (inboxPosition(a) < inboxPosition(b) ? 1 : -1))
    return { lines, unread: lines.filter(({ read }) => !read).length }
  }, [rows])
}

/** Returns a line's sort position, which is also the cursor for older lines. */
export const inboxPosition = ({ at, id }: InboxItem): string => `${at}_${id}`

export function useInboxActions() {
  const engine = useEngine()
  return useMemo(
    () => ({
      read: (line: Pick<InboxItem, 'id' | 'read'>) => read(engine, line),
      /** Marks all current lines as read, and no later ones. */
      readAll() {
        const times = engine
          .of(notifications)
          .all()
          .map(({ at }) => at)
        engine.act(readAllNotifications, { until: times.sort().at(-1) })
      },
    }),
    [engine],
  )
}

function read(engine: Engine, { id, read }: Pick<InboxItem, 'id' | 'read'>) {
  if (!read) engine.act(readNotification, { id })
}

/** A person looking at the app at the reminder's minute needs no email. */
const TOLD_WITHIN_MS = 3 * 60_000

/** Marks lines of `kinds` as read as they arrive while the person is looking, until stopped. */
export function readWhatIsSeen(engine: Engine, kinds: ReadonlySet<string>): () => void {
  const lines = engine.of(notifications)
  const look = () => {
    if (!document.hasFocus()) return
    for (const line of lines.all())
      if (kinds.has(line.kind) && Date.now() - Date.parse(line.at) < TOLD_WITHIN_MS) read(engine, line)
  }
  look()
  const stop = lines.subscribe(() => queueMicrotask(look))
  addEventListener('focus', look)
  return () => {
    stop()
    removeEventListener('focus', look)
  }
}

/** Record of the inbox from before it was a collection, with the IDs read here but not yet sent. */
const BEFORE = 'inbox'

/** Sends what such a device still has to report, once. */
export async function migrateOldInbox(engine: Engine): Promise<void> {
  const record = await engine.readRecord<{ unsent: string[] } | null>(BEFORE)
  if (!record?.value) return
  await Promise.all(record.value.unsent.map((id) => engine.act(readNotification, { id }).saved))
  await engine.writeRecord(BEFORE, null)
}

// The person's inbox, of the lines that this device keeps.
import { useMemo } from 'react'
import { useEngine, useRows } from '#core/client/sync.tsx'
import { KEEP_DAYS } from '#core/contract/notice.ts'
import type { Engine } from '#core/sync/client/engine.ts'
import { readAllNotifications, readNotification } from '../actions.ts'
import { type InboxItem, notifications } from '../contract.ts'

const DAY_MS = 86_400_000

/** Latest first. What is too old is not shown, also where the server could not say so yet. */
export function useInbox(): { lines: readonly InboxItem[]; unread: number } {
  const rows = useRows(notifications)
  return useMemo(() => {
    const oldest = new Date(Date.now() - KEEP_DAYS * DAY_MS).toISOString()
    const lines = rows.filter(({ at }) => at > oldest).sort((a, b) => (inboxPosition(a) < inboxPosition(b) ? 1 : -1))
    return { lines, unread: lines.filter(({ read }) => !read).length }
  }, [rows])
}

/** Where a line stands among all; to the server, where older ones begin. */
export const inboxPosition = ({ at, id }: InboxItem): string => `${at}_${id}`

export function useInboxActions() {
  const engine = useEngine()
  return useMemo(
    () => ({
      read: (line: Pick<InboxItem, 'id' | 'read'>) => read(engine, line),
      /** All that are there to be read; what comes meanwhile stays unread. */
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

/** Who is looking at the app at the minute that they asked for sees it there: no mail has to follow. */
const TOLD_WITHIN_MS = 3 * 60_000

/** Reads lines of `kinds` as they come, while the person looks, until it is stopped. */
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

/** Where devices kept their inbox before it was a collection, with the ids of what had been read here and not told to the server. */
const BEFORE = 'inbox'

/** Takes over what such a device still has to tell, once. */
export async function migrateOldInbox(engine: Engine): Promise<void> {
  const record = await engine.readRecord<{ unsent: string[] } | null>(BEFORE)
  if (!record?.value) return
  await Promise.all(record.value.unsent.map((id) => engine.act(readNotification, { id }).saved))
  await engine.writeRecord(BEFORE, null)
}

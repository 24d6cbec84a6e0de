// Shows inbox lines as system notifications while no one looks at the page, following push switches and quiet hours.

import type { SystemNotice, Wrapper } from '#core/client/nativeShell.ts'
import type { FeatureNotices } from '#core/client/notices.ts'
import { session as signedIn } from '#core/client/session.ts'
import { isFeatureOn as isSubscribed } from '#core/contract/area.ts'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import { INBOX_PATH, isNoticeOn, type Notice, switchName } from '#core/contract/notice.ts'
import { afterQuiet, nextBundle, quietOf } from '#core/contract/quietHours.ts'
import type { Session } from '#core/contract/session.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { readNotification } from '../actions.ts'
import { type InboxItem, notifications } from '../contract.ts'

/** More than this many become one notification. */
const MOST_AT_ONCE = 3
/** Older lines aren't shown. Leaves time for bundling and the end of quiet hours. */
const NEWS_MS = 2 * 86_400_000
const LONGEST_TIMER_MS = 3_600_000

export type NoticeEnvironment = {
  show: NonNullable<Wrapper['showNotice']>
  /** The signed-in person with their latest settings. */
  session: () => Session | null
  isLooking: () => boolean
  now: () => number
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Ensures that only one of several pages shows notifications. */
  locks: { request: (name: string, options: { signal: AbortSignal }, holding: () => Promise<void>) => Promise<unknown> }
}

const browserParts = (show: NoticeEnvironment['show']): NoticeEnvironment => ({
  show,
  session: signedIn.get,
  isLooking: () => document.hasFocus() && document.visibilityState === 'visible',
  now: Date.now,
  storage: localStorage,
  locks: { request: (name, options, holding) => navigator.locks.request(name, options, holding) },
})

/** Shows new lines from now on, until it is stopped. */
export function startSystemNotices(
  engine: Engine,
  { notices, looks }: FeatureNotices,
  show: NoticeEnvironment['show'],
  parts: NoticeEnvironment = browserParts(show),
): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const untilStopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const begin = () => {
    const stop = showAsTheyArrive(engine, { notices, looks }, parts)
    return untilStopped.then(stop)
  }
  void parts.locks.request(`${engine.actor.id}:notices`, { signal }, begin).catch(() => undefined)
  return () => stopped.abort()
}

function showAsTheyArrive(engine: Engine, { notices, looks }: FeatureNotices, parts: NoticeEnvironment): () => void {
  const lines = engine.of(notifications)
  const kinds = new Map(notices.map((notice) => [notice.kind, notice]))
  const done = doneLines(`told:${engine.actor.id}`, parts.storage)
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    const session = parts.session()
    // While switched, no notification of the other person is shown.
    if (!session || session.Switch || !lines.isKept()) return
    const all = lines.all()
    // Lines from before the first check aren't new.
    if (!done.isBegun())
      return done.add(
        all.map(({ id }) => id),
        all,
      )
    const now = parts.now()
    const open = all.filter(({ id, read, answered }) => !done.has(id) && !read && !answered)
    const dueAt = (line: InboxItem) => dueOf(line, kinds.get(line.kind), session, now)
    const due = open.filter((line) => dueAt(line) <= now)
    const told = due.filter((line) => Number.isFinite(dueAt(line)) && !parts.isLooking())
    // Recorded first, so that a line is shown once even if the page closes.
    if (due.length > 0)
      done.add(
        due.map(({ id }) => id),
        all,
      )
    tell(told)
    const next = Math.min(...open.filter((line) => dueAt(line) > now).map(dueAt))
    clearTimeout(timer)
    if (Number.isFinite(next)) timer = setTimeout(look, Math.min(next - now, LONGEST_TIMER_MS))
  }
  const tell = (told: readonly InboxItem[]) => {
    if (told.length > MOST_AT_ONCE) return parts.show(manyOf(told), () => undefined)
    for (const line of told)
      parts.show(noticeOf(line), (chosen) => {
        // The action may have been done elsewhere.
        const now = lines.get(line.id) ?? line
        const act = actsOf(now).find(({ id }) => id === chosen)
        if (!now.read) engine.act(readNotification, { id: now.id })
        act?.act()
      })
  }
  const actsOf = ({ kind, target_id, answered }: InboxItem) =>
    looks[kind]?.acts?.(engine, { subjectId: target_id, answered }) ?? []
  const noticeOf = (line: InboxItem): SystemNotice => ({
    id: line.id,
    title: kinds.get(line.kind)?.title ?? 'Pursuit',
    body: [line.text, ...line.details].join('\n'),
    path: line.path,
    actions: actsOf(line).map(({ id, label }) => ({ id, label })),
  })
  look()
  const stop = lines.subscribe(() => queueMicrotask(look))
  return () => {
    clearTimeout(timer)
    stop()
  }
}

const manyOf = (told: readonly InboxItem[]): SystemNotice => ({
  id: `many:${told.at(-1)?.id}`,
  title: `${told.length} new notifications`,
  body: told
    .map(({ text }) => text)
    .slice(0, MOST_AT_ONCE)
    .join('\n'),
  path: INBOX_PATH,
  actions: [],
})

/** Returns when a line is due, in milliseconds. -Infinity means never, without further checks. */
function dueOf({ at }: InboxItem, notice: Notice | undefined, session: Session, now: number): number {
  const never = Number.NEGATIVE_INFINITY
  const { Settings: settings, Subscriptions, Org } = session
  if (!notice || now - Date.parse(at) > NEWS_MS) return never
  if (notice.flag && !isSubscribed(Subscriptions, notice.flag)) return never
  if (notice.leaves === 'asked') return Date.parse(at)
  if (notice.switches.push === undefined || !isNoticeOn(settings, switchName(notice.kind, 'push'))) return never
  const zone = Org.time_zone || DEFAULT_ZONE
  const leaves = notice.leaves === 'bundled' ? nextBundle : afterQuiet
  return Date.parse(leaves(at, zone, quietOf(settings)))
}

/** Lines that this device has shown or can skip, stored per person. */
function doneLines(name: string, storage: NoticeEnvironment['storage']) {
  let done: Set<string> | null = null
  try {
    const kept: unknown = JSON.parse(storage.getItem(name) ?? 'null')
    if (Array.isArray(kept)) done = new Set(kept.map(String))
  } catch {
    // An unreadable record starts over.
  }
  return {
    isBegun: () => done !== null,
    has: (id: string) => done?.has(id) ?? false,
    /** Forgets lines that no longer exist: those not in `there`. */
    add(ids: readonly string[], there: readonly InboxItem[]) {
      const known = new Set(there.map(({ id }) => id))
      done = new Set([...(done ?? []), ...ids].filter((id) => known.has(id)))
      try {
        storage.setItem(name, JSON.stringify([...done]))
      } catch {
        // If the storage is full, the next page starts over without new lines.
      }
    },
  }
}

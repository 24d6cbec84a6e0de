// The person's inbox on this device: the last answer, kept for when there is no network, and what was read but not told to the server yet.
import { create } from 'zustand'
import { ApiError, call } from '#core/client/api.ts'
import { session } from '#core/client/session.ts'
import { DEFAULT_ZONE, instantOf } from '#core/contract/dates.ts'
import type { Engine } from '#core/sync/client/engine.ts'
import { type Inbox, type Notification, routes } from '../contract.ts'

/** What is kept on the device. */
type Kept = { inbox: Inbox; unsent: string[] }
type State = {
  inbox: Inbox | null
  /** When the kept answer was written, until a newer one is there. */
  keptAt: string | null
  /** There is no answer at all and none can be had now. */
  isMissing: boolean
}

const RECORD = 'inbox'
/** News that come together are asked for together. */
const GATHER_MS = 150

export const useInbox = create<State>(() => ({ inbox: null, keptAt: null, isMissing: false }))

let engine: Engine | null = null
let channel: BroadcastChannel | null = null
let unsent = new Set<string>()

/** Shows what is kept, asks for what is new, and goes on listening. The answer ends it. */
export function startInbox(mine: Engine): () => void {
  engine = mine
  unsent = new Set()
  useInbox.setState({ inbox: null, keptAt: null, isMissing: false })
  const others = new BroadcastChannel(`inbox:${mine.actor.id}`)
  channel = others
  others.onmessage = ({ data }) => {
    show(data as Kept)
    useInbox.setState({ keptAt: null })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    clearTimeout(timer)
    // An answer that is on its way may be older than the news.
    timer = setTimeout(() => void Promise.resolve(asking?.done).then(refresh, refresh), GATHER_MS)
  }
  const look = () => document.visibilityState === 'visible' && soon()
  const reasons = ['inbox', 'online', 'focus'] as const
  for (const reason of reasons) addEventListener(reason, soon)
  document.addEventListener('visibilitychange', look)
  void mine.readRecord<Kept>(RECORD).then((record) => {
    if (engine !== mine) return
    if (record && !useInbox.getState().inbox) {
      show(record.value)
      useInbox.setState({ keptAt: record.at })
    }
    void refresh()
  })
  return () => {
    clearTimeout(timer)
    for (const reason of reasons) removeEventListener(reason, soon)
    document.removeEventListener('visibilitychange', look)
    others.close()
    if (engine === mine) {
      engine = null
      channel = null
    }
  }
}

function show({ inbox, unsent: theirs }: Kept) {
  unsent = new Set(theirs)
  useInbox.setState({ inbox, isMissing: false })
}

/** What is shown is kept, and shown in the person's other tabs too. */
function keep(inbox: Inbox, isFresh = false) {
  const kept: Kept = { inbox: { ...inbox, notifications: inbox.notifications.slice(0, 60) }, unsent: [...unsent] }
  useInbox.setState({ inbox, isMissing: false, ...(isFresh && { keptAt: null }) })
  channel?.postMessage({ ...kept, inbox })
  void engine?.writeRecord(RECORD, kept).catch(() => undefined)
}

let asking: { of: Engine; done: Promise<void> } | null = null
/** Asks the server. What was read here stays read, whether or not the server has been told. */
export function refresh(): Promise<void> {
  const mine = engine
  if (!mine) return Promise.resolve()
  if (asking?.of === mine) return asking.done
  const now = {
    of: mine,
    done: ask(mine).finally(() => {
      if (asking === now) asking = null
    }),
  }
  asking = now
  return now.done
}

async function ask(mine: Engine) {
  try {
    for (const id of [...unsent]) await send(id)
    const answer = await call(routes.list, {})
    if (engine !== mine) return
    keep(withRead(answer), true)
    for (const one of answer.notifications) if (isToldHere(one)) markRead(one)
  } catch (thrown) {
    if (engine !== mine) return
    useInbox.setState(({ inbox }) => ({ isMissing: inbox === null }))
    if (!(thrown instanceof ApiError)) throw thrown
  }
}

/** Who is looking at the app at its minute sees a reminder there: no mail has to follow. */
const TOLD_WITHIN_MS = 3 * 60_000
function isToldHere({ kind, read, created }: Notification): boolean {
  if (kind !== 'reminders' || read || !document.hasFocus()) return false
  const zone = session.get()?.Org.time_zone ?? DEFAULT_ZONE
  return Date.now() - Date.parse(instantOf(zone, created)) < TOLD_WITHIN_MS
}

function withRead(inbox: Inbox): Inbox {
  const read = inbox.notifications.filter(({ id, read }) => !read && unsent.has(id)).length
  return {
    ...inbox,
    notifications: inbox.notifications.map((one) => (unsent.has(one.id) ? { ...one, read: true } : one)),
    unread: Math.max(0, inbox.unread - read),
  }
}

/** Throws when the server can't be reached. */
async function send(id: string) {
  try {
    await call(routes.read, { params: { id } })
  } catch (thrown) {
    // It has been forgotten there: then it is read.
    if (!(thrown instanceof ApiError) || thrown.status !== 404) throw thrown
  }
  unsent.delete(id)
}

function markHere(ids: string[]) {
  const { inbox } = useInbox.getState()
  if (!inbox) return
  for (const id of ids) unsent.add(id)
  keep(withRead(inbox))
}

const unreadOf = (inbox: Inbox | null) => (inbox?.notifications ?? []).filter(({ read }) => !read).map(({ id }) => id)

export function markRead({ id, read }: Notification) {
  if (read) return
  markHere([id])
  void send(id)
    .then(refresh)
    .catch(() => undefined)
}

/** Without a network those that are on this device, and the server is told later. */
export async function markAllRead() {
  const { inbox } = useInbox.getState()
  const ids = unreadOf(inbox)
  markHere(ids)
  try {
    await call(routes.readAll, {})
    for (const id of ids) unsent.delete(id)
    await refresh()
  } catch {
    // What is in `unsent` goes out with the next question.
  }
}

export async function showOlder() {
  const { inbox } = useInbox.getState()
  if (!inbox?.older) return
  const { notifications, older } = await call(routes.list, { query: { before: inbox.older } })
  const now = useInbox.getState().inbox ?? inbox
  const known = new Set(now.notifications.map(({ id }) => id))
  const added = notifications.filter(({ id }) => !known.has(id))
  useInbox.setState({ inbox: withRead({ ...now, notifications: [...now.notifications, ...added], older }) })
}

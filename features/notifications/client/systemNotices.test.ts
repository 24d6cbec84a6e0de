// Covers system notifications of the inbox: timing, single display, and actions.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SystemNotice } from '#core/client/nativeShell.ts'
import type { FeatureNotices } from '#core/client/notices.ts'
import type { Feed } from '#core/contract/feed.ts'
import { defineNotice, type Notice } from '#core/contract/notice.ts'
import type { Session } from '#core/contract/session.ts'
import { openEngine } from '#core/sync/client/engine.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { makeDevice, settle } from '#core/sync/testing/device.ts'
import { ann, zone } from '#core/sync/testing/fixture.ts'
import { inboxActions } from '../actions.ts'
import { type InboxItem, notifications } from '../contract.ts'
import { type NoticeEnvironment, startSystemNotices } from './systemNotices.ts'

const notice = (kind: string, given: Partial<Notice> = {}) =>
  defineNotice({
    kind,
    label: kind,
    switches: { push: `${kind} by push` },
    leaves: 'soon',
    title: `Title of ${kind}`,
    button: 'Open',
    several: (count) => `${count} of ${kind}`,
    ...given,
  })
/** Wednesday, 10:00 in the firm's time zone, UTC here. */
const MORNING = Date.parse('2026-11-25T10:00:00Z')
const HOUR = 3_600_000
const answered: string[] = []
const told: FeatureNotices = {
  notices: [
    notice('invitation'),
    notice('update', { leaves: 'bundled' }),
    notice('reminder', { leaves: 'asked', switches: {} }),
    notice('mailOnly', { switches: { email: 'By mail' } }),
    notice('closed', { flag: { name: 'trainer' } }),
  ],
  looks: {
    invitation: {
      icon: 'bell',
      acts: (_, { subjectId, answered: said }) =>
        said ? [] : [{ id: 'accept', label: 'Accept', act: () => void answered.push(subjectId ?? '') }],
    },
  },
}

let now = MORNING
let lines: InboxItem[] = []
let settings: Record<string, number> = {}
let isLooking = false
let isSwitched = false
const shown: { notice: SystemNotice; act: (id: string) => void }[] = []
const kept = new Map<string, string>()
const opened: Engine[] = []
const stops: (() => void)[] = []
let names = 0
let ids = 0

beforeEach(() => {
  ;[now, lines, settings, isLooking, isSwitched] = [MORNING, [], { quiet_from: 1200, quiet_to: 420 }, false, false]
  shown.length = 0
  answered.length = 0
  kept.clear()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) stop()
  for (const engine of opened.splice(0)) await engine.close()
})

const line = (kind: string, given: Partial<InboxItem> = {}): InboxItem => {
  const id = `0190aaaa-0000-7000-8000-${String(++ids).padStart(12, '0')}`
  const rest = { text: `${kind} ${ids}`, details: [], target_id: `of ${id}`, path: `/target/${ids}` }
  const at = new Date(now).toISOString()
  return { id, kind, ...rest, created: '2026-11-25 10:00:00', at, read: false, answered: null, ...given }
}

async function open(): Promise<{ engine: Engine; come: (...more: InboxItem[]) => Promise<void> }> {
  let cursor = 1
  const send = async () => {
    const all = { rows: structuredClone(lines), gone: [], cursor: String(++cursor), more: false }
    const body: Feed = { collections: { notifications: all } }
    return { status: 200, body }
  }
  const { parts } = makeDevice(`system${++names}`).openTab()
  const engine = await openEngine({
    ...parts,
    actor: ann,
    zone,
    collections: [notifications],
    actions: inboxActions,
    transport: { send },
  })
  opened.push(engine)
  await settle(() => engine.of(notifications).isKept())
  return {
    engine,
    async come(...more) {
      lines = [...lines, ...more]
      await engine.pull()
      await settle(() => lines.every(({ id }) => engine.of(notifications).get(id)))
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

/** Lets one page hold the lock at a time. */
const locks = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_: string, { signal }: { signal: AbortSignal }, holding: () => Promise<void>) => {
      const mine = last.then(() => (signal.aborted ? undefined : holding()))
      last = mine
      return mine
    },
  }
}

const partsOf = (lock = locks()): NoticeEnvironment => ({
  show: (given, act) => void shown.push({ notice: given, act }),
  session: () =>
    ({
      Settings: settings,
      Subscriptions: {},
      Org: { time_zone: 'UTC' },
      ...(isSwitched && { Switch: { user_id: ann.id } }),
    }) as Partial<Session> as Session,
  isLooking: () => isLooking,
  now: () => now,
  storage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) },
  locks: lock,
})

async function start(engine: Engine, parts = partsOf()) {
  const stop = startSystemNotices(engine, told, parts.show, parts)
  stops.push(stop)
  await new Promise((resolve) => setTimeout(resolve))
  return stop
}
const bodies = () => shown.map(({ notice: { body } }) => body)

test('shows a new line once across reloads and pages, and skips earlier lines', async () => {
  lines = [line('invitation', { text: 'Old' })]
  const { engine, come } = await open()
  const lock = locks()
  const stop = await start(engine, partsOf(lock))
  await start(engine, partsOf(lock))
  await come(line('invitation', { text: 'New', details: ['More'] }))
  expect(shown.map(({ notice }) => notice)).toMatchObject([
    { title: 'Title of invitation', body: 'New\nMore', actions: [{ id: 'accept', label: 'Accept' }] },
  ])
  stop()
  await new Promise((resolve) => setTimeout(resolve))
  await come(line('invitation', { text: 'By the other page' }))
  await start(engine)
  expect(bodies()).toEqual(['New\nMore', 'By the other page'])
})

test('doesn’t repeat a line that the person saw on the page', async () => {
  const { engine, come } = await open()
  await start(engine)
  isLooking = true
  await come(line('invitation'))
  isLooking = false
  await come(line('invitation', { text: 'Later' }))
  expect(bodies()).toEqual(['Later'])
})

test('follows push switches and the firm’s features, and always shows requested reminders', async () => {
  const { engine, come } = await open()
  await start(engine)
  settings['ping-invitation-push'] = 0
  await come(line('invitation'), line('mailOnly'), line('closed'), line('unknown'), line('reminder', { text: 'Asked' }))
  expect(bodies()).toEqual(['Asked'])
  settings['ping-invitation-push'] = 1
  await come(line('invitation', { text: 'Switched on' }))
  expect(bodies()).toEqual(['Asked', 'Switched on'])
})

test('waits for quiet hours and bundling across reloads and skips what was read in the meantime', async () => {
  now = Date.parse('2026-11-25T22:00:00Z')
  const { engine, come } = await open()
  const stop = await start(engine)
  const read = line('invitation')
  await come(line('invitation', { text: 'At night' }), line('update', { text: 'Bundled' }), read)
  await come(line('reminder', { text: 'Asked for this minute' }))
  expect(bodies()).toEqual(['Asked for this minute'])
  stop()
  await new Promise((resolve) => setTimeout(resolve))
  lines = lines.map((one) => (one.id === read.id ? { ...one, read: true } : one))
  await come()
  now = Date.parse('2026-11-26T07:00:00Z')
  const again = await start(engine)
  expect(bodies()).toEqual(['Asked for this minute', 'At night'])
  again()
  await new Promise((resolve) => setTimeout(resolve))
  now = Date.parse('2026-11-26T17:00:00Z')
  await start(engine)
  expect(bodies()).toEqual(['Asked for this minute', 'At night', 'Bundled'])
})

test('combines many lines into one notification, even after a week away', async () => {
  const { engine, come } = await open()
  await start(engine)
  await come(...Array.from({ length: 30 }, () => line('invitation', { at: new Date(now - 72 * HOUR).toISOString() })))
  expect(shown).toEqual([])
  await come(line('invitation'), line('invitation'), line('invitation'), line('invitation'))
  expect(shown.map(({ notice }) => [notice.title, notice.path])).toEqual([['4 new notifications', '/notifications']])
})

test('runs an action and marks the line as read, unless it was answered elsewhere', async () => {
  const { engine, come } = await open()
  await start(engine)
  const [first, second] = [line('invitation'), line('invitation')]
  await come(first, second)
  shown[0]!.act('accept')
  expect(answered).toEqual([first.target_id])
  expect(engine.of(notifications).get(first.id)?.read).toBe(true)
  lines = lines.map((one) => (one.id === second.id ? { ...one, read: true, answered: 'accepted' } : one))
  await engine.pull()
  await settle(() => engine.of(notifications).get(second.id)?.answered === 'accepted')
  shown[1]!.act('accept')
  shown[1]!.act('of another version')
  expect(answered).toEqual([first.target_id])
})

test('shows nothing of the other person while switched', async () => {
  const { engine, come } = await open()
  await start(engine)
  isSwitched = true
  await come(line('invitation'))
  expect(shown).toEqual([])
})

// Covers the inbox on the device: migrating an older version's data, and marking what was seen as read.
import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Feed } from '#core/contract/feed.ts'
import { openEngine } from '#core/sync/client/engine.ts'
import type { TransportRequest } from '#core/sync/client/environment.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { makeDevice, settle } from '#core/sync/testing/device.ts'
import { ann, zone } from '#core/sync/testing/fixture.ts'
import { inboxActions } from '../actions.ts'
import { type InboxItem, notifications } from '../contract.ts'
import { migrateOldInbox, readWhatIsSeen } from './inbox.ts'

const [first, second] = ['0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-000000000002'] as const
const line = (id: string, given: Partial<InboxItem> = {}): InboxItem => ({
  id,
  kind: 'reminders',
  text: 'Reminder: Call',
  details: [],
  target_id: null,
  path: '/targets/active',
  created: '2026-11-20 10:00:00',
  at: new Date().toISOString(),
  read: false,
  answered: null,
  ...given,
})

const opened: Engine[] = []
let names = 0
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const engine of opened.splice(0)) await engine.close()
})

/** Creates a device with a server that has these lines. `net.isUp` says whether it is reachable. */
function aDevice(lines: InboxItem[]) {
  const device = makeDevice(`inbox${++names}`)
  const net = { isUp: true, sent: [] as string[], keys: new Set<string>() }
  let seq = 1
  const send = async ({ method, address, key }: Omit<TransportRequest, 'signal'>) => {
    if (!net.isUp) throw new TypeError('Failed to fetch')
    if (method === 'GET') {
      const all = { rows: lines, gone: [], cursor: String(seq), more: false }
      const body: Feed = { collections: { notifications: structuredClone(all) } }
      return { status: 200, body }
    }
    const id = address.split('/')[3]!
    const found = lines.find((one) => one.id === id)
    if (!net.keys.has(key!)) net.sent.push(id)
    net.keys.add(key!)
    if (!found) return { status: 404, body: { code: 'not_found', message: 'We couldn’t find this notification.' } }
    found.read = true
    seq++
    return { status: 204, body: undefined }
  }
  const open = async () => {
    const tab = device.openTab()
    const { parts } = tab
    const engine = await openEngine({
      ...parts,
      actor: ann,
      zone,
      collections: [notifications],
      actions: inboxActions,
      transport: { send },
    })
    opened.push(engine)
    return { engine, tab }
  }
  return { net, open }
}
const readOf = (engine: Engine) =>
  engine
    .of(notifications)
    .all()
    .map(({ id, read }) => [id.at(-1), read])

test('sends an older version’s unsent reads once and counts them as read right away', async () => {
  const gone = '0190aaaa-0000-7000-8000-000000000009'
  const { net, open } = aDevice([line(first), line(second)])
  const { engine } = await open()
  await settle(() => readOf(engine).length === 2)
  await engine.writeRecord('inbox', { inbox: { notifications: [], unread: 1, older: null }, unsent: [first, gone] })
  net.isUp = false
  await migrateOldInbox(engine)
  expect(readOf(engine)).toEqual([
    ['1', true],
    ['2', false],
  ])
  expect(engine.status.get().waiting).toBe(0)
  await migrateOldInbox(engine)
  net.isUp = true
  await engine.flush()
  await settle(() => net.sent.length === 2)
  await engine.pull()
  expect(net.sent).toEqual([first, gone])
  expect([engine.status.get().state, engine.outbox.list()]).toEqual(['saved', []])
  expect(readOf(engine)).toEqual([
    ['1', true],
    ['2', false],
  ])
})

test('migrates before the first lines arrive and survives a crash in between', async () => {
  const { net, open } = aDevice([line(first), line(second)])
  net.isUp = false
  const { engine, tab } = await open()
  expect(engine.of(notifications).isKept()).toBe(false)
  await engine.writeRecord('inbox', { inbox: { notifications: [], unread: 1, older: null }, unsent: [first] })
  await migrateOldInbox(engine)
  tab.kill()
  net.isUp = true
  const { engine: again } = await open()
  await migrateOldInbox(again)
  await again.flush()
  await again.pull()
  await settle(() => readOf(again).length === 2)
  expect(net.sent).toEqual([first])
  expect(readOf(again)).toEqual([
    ['1', true],
    ['2', false],
  ])
  expect(again.of(notifications).isKept()).toBe(true)
})

test('marks a reminder as read only for a person who is looking at its minute', async () => {
  const now = Date.now()
  const { net, open } = aDevice([
    line(first),
    line(second, { kind: 'shared_target_updates' }),
    line('0190aaaa-0000-7000-8000-000000000003', { at: new Date(now - 4 * 60_000).toISOString() }),
  ])
  let isLooking = false
  const focus = new EventTarget()
  vi.stubGlobal('document', { hasFocus: () => isLooking })
  vi.stubGlobal('addEventListener', focus.addEventListener.bind(focus))
  vi.stubGlobal('removeEventListener', focus.removeEventListener.bind(focus))
  const { engine } = await open()
  await settle(() => readOf(engine).length === 3)
  const stop = readWhatIsSeen(engine, new Set(['reminders']))
  expect(readOf(engine).some(([, read]) => read)).toBe(false)
  isLooking = true
  focus.dispatchEvent(new Event('focus'))
  expect(readOf(engine)).toEqual([
    ['1', true],
    ['2', false],
    ['3', false],
  ])
  await settle(() => net.sent.length === 1)
  stop()
})

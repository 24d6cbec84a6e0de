import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useToasts } from '#core/client/toasts.ts'
import type { Engine, Outgoing } from '#core/sync/client/types.ts'
import type { AnyAction, Context } from '#core/sync/protocol.ts'
import type { Target } from '../contract.ts'
import { aTarget } from '../samples.ts'
import { targetActionsOn } from './useTargetActions.ts'

beforeAll(() => void vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frame()))

const zone = 'America/Los_Angeles'
const actor = {
  id: '00000000-0000-4000-8000-000000000001',
  first_name: 'Jane',
  last_name: 'Doe',
  role: 'member' as const,
}

/** Creates a device with the real rules. With `isSent`, pending actions can't be canceled. */
function aDevice({ isSent = false, isFull = false } = {}) {
  const rows = new Map<string, Target>()
  const before = new Map<string, Map<string, Target>>()
  const outbox: Outgoing[] = []
  const retried: unknown[] = []
  const dismissed: string[] = []
  let count = 0
  const engine = {
    of: () => ({ get: (id: string) => rows.get(id), resolve: (id: string) => id }),
    outbox: { list: () => outbox },
    act(action: AnyAction, input: unknown) {
      const key = `00000000-0000-4000-8000-1000000000${10 + count++}`
      const context: Context = {
        actor,
        now: `2026-11-18T18:00:${10 + count}.000Z`,
        zone,
        key,
        newId: () => `tmp:${key}:${count++}`,
      }
      const id = action.rowId(input)
      before.set(key, new Map(rows))
      const { row } = action.decide(rows.get(id) ?? null, input, context)
      if (row) rows.set(row.id, row as Target)
      else rows.delete(id)
      return { key, id: row?.id ?? id, saved: isFull ? Promise.reject(new Error('full')) : Promise.resolve() }
    },
    async takeBack(key: string) {
      if (isSent) return false
      rows.clear()
      for (const [id, row] of before.get(key)!) rows.set(id, row)
      return true
    },
    async dismiss(key: string) {
      dismissed.push(key)
    },
    async retry(key: string, input?: unknown) {
      retried.push({ key, input })
    },
  } as unknown as Engine
  return { actions: targetActionsOn(engine, zone), rows, outbox, retried, dismissed }
}

const shown = () => useToasts.getState().toasts
const undoLast = async () => await shown().at(-1)!.undo!()
beforeEach(() => useToasts.setState({ toasts: [] }))

describe.each([{ isSent: false }, { isSent: true }])('undo, when sent: $isSent', (sent) => {
  const started = () => {
    const device = aDevice(sent)
    const { id } = device.actions.create(aTarget({ company: 'Acme' }))!
    return { ...device, id, target: () => device.rows.get(id)! }
  }

  test.each([
    ['hold', 'archived'],
    ['trash', 'deleted'],
  ] as const)('undoes %s', async (action, status) => {
    const { actions, id, target } = started()
    actions[action](id)
    expect(target().status).toBe(status)
    await undoLast()
    expect(target().status).toBe('active')
  })
  test('undoes a loss with its reason', async () => {
    const { actions, id, target } = started()
    actions.lose(id, 'Timing')
    expect(target()).toMatchObject({ status: 'lost', lostReason: 'Timing' })
    await undoLast()
    expect(target()).toMatchObject({ status: 'active', lostReason: '' })
  })
  test('undoes a win together with the target it started', async () => {
    const { actions, id, rows, target } = started()
    actions.complete(id, 40_000, aTarget({ company: 'Acme', goal: 'More' }))
    expect(rows.size).toBe(2)
    expect(target()).toMatchObject({ status: 'completed', revenue: 40_000 })
    await undoLast()
    expect(rows.size).toBe(1)
    expect(target()).toMatchObject({ status: 'active', revenue: null })
  })
  test('reopens a done step', async () => {
    const { actions, id, target } = started()
    const due = target().due
    actions.takeStep(id, { description: 'Call', due: '2026-12-01', help: '' })
    expect(target().due).toBe('2026-12-01')
    await undoLast()
    expect(target().due).toBe(due)
    expect(target().tasks).toHaveLength(1)
  })
  test('undoes a snooze', async () => {
    const { actions, id, target } = started()
    const due = target().due
    actions.snooze(id, '2026-12-24')
    expect(target().due).toBe('2026-12-24')
    await undoLast()
    expect(target().due).toBe(due)
  })
})

test("shows a rule's refusal in its own words without throwing", () => {
  const { actions } = aDevice()
  const { id } = actions.create(aTarget({ company: 'Acme' }))!
  actions.hold(id)
  expect(actions.complete(id, 1)).toBeNull()
  expect(shown().at(-1)!.message).toBe('This Target is already On Hold.')
})

test("reports an action that the device can't store, and keeps the text", async () => {
  const { actions } = aDevice({ isFull: true })
  actions.create(aTarget())
  await expect
    .poll(() => shown().some((one) => one.stays && one.message.startsWith('We couldn’t save this on your device')))
    .toBe(true)
})

test('sends a refused create again with later edits', () => {
  const { actions, outbox, retried } = aDevice()
  const input = aTarget({ company: 'Acme', contact_email: 'wrong' })
  const { id, key } = actions.create(input)!
  outbox.push({
    seq: 1,
    collection: 'targets',
    key,
    action: 'createTarget',
    input,
    rowId: id,
    row: null,
    at: '',
    state: 'refused',
    attempts: 1,
  })
  expect(actions.editTarget(id, { contact_email: 'jane@acme.example', due: '2026-12-01' })).toBe(true)
  const tasks = [{ ...input.tasks[0]!, due: '2026-12-01' }]
  expect(retried).toEqual([{ key, input: { ...input, contact_email: 'jane@acme.example', tasks } }])
})

test('drops a refused create when it is deleted', () => {
  const { actions, outbox, dismissed, rows } = aDevice()
  const input = aTarget({ company: 'Acme' })
  const { id, key } = actions.create(input)!
  outbox.push({
    seq: 1,
    collection: 'targets',
    key,
    action: 'createTarget',
    input,
    rowId: id,
    row: null,
    at: '',
    state: 'refused',
    attempts: 1,
  })
  actions.trash(id)
  expect(dismissed).toEqual([key])
  expect(rows.get(id)?.status).toBe('active')
})

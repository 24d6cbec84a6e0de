import { beforeEach, expect, test } from 'vitest'
import { useToasts } from '#core/client/toasts.ts'
import type { Engine } from '#core/sync/client/types.ts'
import type { AnyAction, Context } from '#core/sync/protocol.ts'
import type { Target } from '../../contract.ts'
import { createTarget } from '../../forms/actions.ts'
import { aTarget } from '../../samples.ts'
import { bulkOn } from './bulk.ts'

const today = '2026-11-18'
const actor = {
  id: '00000000-0000-4000-8000-000000000001',
  first_name: 'Jane',
  last_name: 'Doe',
  role: 'member' as const,
}

/** Creates a device with the real rules. With `isSent`, changes can only be undone by another action. */
function aDevice({ isSent }: { isSent: boolean }) {
  const rows = new Map<string, Target>()
  const before = new Map<string, Target | undefined>()
  let count = 0
  const act = (action: AnyAction, input: unknown) => {
    const key = `00000000-0000-4000-8000-${String(100_000_000_000 + count++)}`
    const now = new Date(Date.parse('2026-11-18T18:00:00Z') + count * 1000).toISOString()
    const context: Context = { actor, now, zone: 'America/Los_Angeles', key, newId: () => `row-${count++}` }
    const id = action.rowId(input)
    const { row } = action.decide(rows.get(id) ?? null, input, context)
    before.set(key, rows.get(id))
    if (row) rows.set(row.id, row as Target)
    return { key, id: row?.id ?? id, saved: Promise.resolve() }
  }
  const engine = {
    of: () => ({ get: (id: string) => rows.get(id), resolve: (id: string) => id }),
    act,
    async takeBack(key: string) {
      const row = before.get(key)
      if (isSent || !row) return false
      rows.set(row.id, row)
      return true
    },
  } as unknown as Engine
  const ids = ['Acme', 'Bluefin', 'Corvid'].map((company) => act(createTarget, aTarget({ company })).id)
  return { bulk: bulkOn(engine), rows, ids }
}
const shown = () => useToasts.getState().toasts
beforeEach(() => useToasts.setState({ toasts: [] }))

test.each([{ isSent: false }, { isSent: true }])('undoes all held targets with one Undo, %j', async ({ isSent }) => {
  const { bulk, rows, ids } = aDevice({ isSent })
  bulk.hold(ids)
  expect([...rows.values()].map(({ status }) => status)).toEqual(['archived', 'archived', 'archived'])
  expect(shown().map(({ message }) => message)).toEqual(['3 Targets put on hold.'])
  await shown()[0]!.undo?.()
  expect([...rows.values()].map(({ status }) => status)).toEqual(['active', 'active', 'active'])
})

test.each([{ isSent: false }, { isSent: true }])(
  "restores each target's own day with one Undo, %j",
  async ({ isSent }) => {
    const { bulk, rows, ids } = aDevice({ isSent })
    bulk.snooze([ids[0]!], '2026-12-01', today)
    const dues = [...rows.values()].map(({ due }) => due)
    bulk.snooze(ids, '2026-12-24', today)
    expect([...rows.values()].map(({ due }) => due)).toEqual(['2026-12-24', '2026-12-24', '2026-12-24'])
    expect(shown().at(-1)!.message).toBe('3 Targets snoozed until Dec 24.')
    await shown().at(-1)!.undo?.()
    expect([...rows.values()].map(({ due }) => due)).toEqual(dues)
  },
)

test('skips and counts targets that a rule refuses, and changes the rest', () => {
  const { bulk, rows, ids } = aDevice({ isSent: false })
  bulk.hold([ids[0]!])
  bulk.hold(ids)
  expect([...rows.values()].map(({ status }) => status)).toEqual(['archived', 'archived', 'archived'])
  expect(shown().map(({ message }) => message)).toContain('2 Targets put on hold.')
  expect(shown().some(({ message, color }) => color === 'red' && message.startsWith('1 Target not changed:'))).toBe(
    true,
  )
})

import { describe, expect, it } from 'vitest'
import { INTANGIBLE } from '#core/contract/money.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import type { Target, Task } from '../../contract.ts'
import { gainOf, noGain, projectedOf } from './figures.ts'
import { gainsOf } from './gains.ts'

const openStep = { user_id: 'me', done: 'incomplete' } as Task
const aRow = (given: Partial<Target> = {}) =>
  ({ id: 't1', user_id: 'me', owner_id: 'me', status: 'active', tasks: [openStep], ...given }) as Target
const queued = (given: Partial<Outgoing>): Outgoing => ({
  seq: 1,
  collection: 'targets',
  key: 'k1',
  action: 'takeStep',
  input: {},
  rowId: 't1',
  row: aRow(),
  at: '',
  state: 'waiting',
  attempts: 0,
  ...given,
})

describe('figures with pending actions', () => {
  it('counts the step that was open when the next one was taken', () => {
    expect(gainOf(queued({}))).toEqual({ steps: 1, revenue: 0, won: 0 })
    expect(gainOf(queued({ row: aRow({ tasks: [] }) }))).toEqual(noGain)
    expect(gainOf(queued({ row: aRow({ tasks: [{ ...openStep, user_id: 'lee' }] }) }))).toEqual(noGain)
  })
  it('counts a won target with its step, Intangible as nothing, and shared ones for the owner', () => {
    const won = (revenue: number, row = aRow()) =>
      gainOf(queued({ action: 'completeTarget', input: { id: 't1', revenue }, row }))
    expect(won(40_000)).toEqual({ steps: 1, revenue: 40_000, won: 1 })
    expect(won(INTANGIBLE)).toEqual({ steps: 1, revenue: 0, won: 1 })
    expect(won(40_000, aRow({ owner_id: 'lee' }))).toEqual({ steps: 1, revenue: 0, won: 0 })
  })
  it('ignores other actions', () => {
    expect(gainOf(queued({ action: 'editTarget' }))).toEqual(noGain)
  })
})

describe('projected revenue', () => {
  it("adds up the amounts of the person's own targets", () => {
    const rows = [
      aRow({ projected_revenue: 100 }),
      aRow({ projected_revenue: INTANGIBLE }),
      aRow({ projected_revenue: null }),
      aRow({ projected_revenue: 50, owner_id: 'lee' }),
      aRow({ projected_revenue: 7, status: 'archived' }),
    ]
    expect(projectedOf(rows, 'active')).toEqual({ amount: 100, count: 3, named: 1 })
    expect(projectedOf(rows, 'archived')).toEqual({ amount: 7, count: 1, named: 1 })
  })
})

describe('figures from queue to server', () => {
  function device() {
    let queue: Outgoing[] = []
    let row: Target | undefined = aRow()
    const engine = {
      outbox: { list: () => queue, subscribe: () => () => {} },
      of: () => ({ get: () => row, resolve: (id: string) => id }),
    } as unknown as Parameters<typeof gainsOf>[0]
    const undo = { key: 'k1' } as NonNullable<Target['undo']>
    return {
      gains: gainsOf(engine),
      take: () => {
        queue = [queued({})]
        row = aRow({ undo })
      },
      send: () => {
        queue = []
      },
      takeBack: () => {
        queue = []
        row = aRow()
      },
      refuse: () => {
        queue = [queued({ state: 'refused' })]
        row = aRow()
      },
    }
  }

  it('counts a step once while pending, sent, and counted by the server', () => {
    const { gains, take, send } = device()
    take()
    expect(gains.get().steps).toBe(1)
    send()
    expect(gains.get().steps).toBe(1)
    const isSettled = gains.settleBy()
    expect(gains.get().steps).toBe(1)
    isSettled()
    expect(gains.get().steps).toBe(0)
  })
  it('still counts steps sent after the server was asked', () => {
    const { gains, take, send } = device()
    take()
    gains.get()
    const isSettled = gains.settleBy()
    send()
    isSettled()
    expect(gains.get().steps).toBe(1)
  })
  it('drops actions that were undone or rejected', () => {
    for (const way of ['takeBack', 'refuse'] as const) {
      const one = device()
      one.take()
      expect(one.gains.get().steps).toBe(1)
      one[way]()
      expect(one.gains.get().steps).toBe(0)
    }
  })
  it('returns the same object until something changes, as React requires', () => {
    const { gains, take } = device()
    take()
    expect(gains.get()).toBe(gains.get())
  })
})

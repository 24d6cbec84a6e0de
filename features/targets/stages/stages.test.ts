import { describe, expect, test } from 'vitest'
import { offeredStages } from '#core/contract/stages.ts'
import { aRow } from '../samples.ts'
import { besideInBoard, laneBeside, laneFigures, laneName, makeLanes, saidOfMove } from './board.ts'
import { closeGroups } from './closeOptions.ts'
import { daysIn, daysInStage, isStuckInStage } from './daysInStage.ts'
import { speedAt } from './dragSpeed.ts'

const [identified, talking, scoping] = offeredStages.inOrder
const rows = [
  aRow({ id: 'a', stage: talking!.id, projected_revenue: 1_000_000 }),
  aRow({ id: 'b', projected_revenue: null }),
  aRow({ id: 'c', stage: talking!.id, projected_revenue: -1 }),
  aRow({ id: 'd', stage: 'removed', projected_revenue: 280_000 }),
  aRow({ id: 'e', stage: scoping!.id, projected_revenue: null }),
]
const stages = { ...offeredStages, removed: [{ id: 'removed', name: 'Met', instead: talking!.id }] }
const lanesNow = () => makeLanes()(rows, stages)

describe('the columns of the board', () => {
  test('hold each Target once, in order, with what is in them', () => {
    const lanes = lanesNow()
    expect(lanes.map((lane) => [laneName(lane), lane.rows.map(({ id }) => id).join(''), laneFigures(lane)])).toEqual([
      ['No stage', 'b', '1 Target, $0, 1 without an amount'],
      ['Identified', '', '0 Targets'],
      ['Talking', 'acd', '3 Targets, $1.28mm'],
      ['Scoping', 'e', '1 Target, $0, 1 without an amount'],
      ['Proposal', '', '0 Targets'],
      ['Agreed', '', '0 Targets'],
    ])
  })

  test('are the same objects if nothing in them changed', () => {
    const lanesOf = makeLanes()
    const before = lanesOf(rows, stages)
    const after = lanesOf(rows.with(0, { ...rows[0]!, stage: identified!.id }), stages)
    expect(before.map((lane, at) => lane === after[at])).toEqual([true, false, false, true, true, true])
  })

  test('add up 10,000 large amounts, and say where a moved one is', () => {
    const many = Array.from({ length: 10_000 }, (_, i) =>
      aRow({ id: `${i}`, company: 'Halden', stage: i % 2 ? talking!.id : null, projected_revenue: 99_999_999.99 }),
    )
    const lanes = makeLanes()(many, offeredStages)
    expect(lanes.map(laneFigures).slice(0, 3)).toEqual(['5,000 Targets, $500B', '0 Targets', '5,000 Targets, $500B'])
    expect(saidOfMove(lanes[2]!, '9999', 'Halden')).toBe(
      'Halden moved to Talking, 5,000 of 5,000. 5,000 Targets, $500B.',
    )
    const all = makeLanes()(
      many.map((row) => ({ ...row, stage: null })),
      offeredStages,
    )[0]!
    expect([all.sum, laneFigures(all)]).toEqual([expect.closeTo(999_999_999_900, 0), '10,000 Targets, $1T'])
  })

  test('lead to each other by arrow keys, over empty ones', () => {
    const lanes = lanesNow()
    expect(besideInBoard(lanes, 'a', 'ArrowDown')?.id).toBe('c')
    expect(besideInBoard(lanes, 'a', 'ArrowUp')).toBeUndefined()
    expect(besideInBoard(lanes, 'b', 'ArrowRight')?.id).toBe('a')
    expect(besideInBoard(lanes, 'd', 'ArrowRight')?.id).toBe('e')
    expect(besideInBoard(lanes, 'd', 'ArrowLeft')?.id).toBe('b')
    expect(besideInBoard(lanes, 'e', 'ArrowRight')).toBeUndefined()
    expect(laneBeside(lanes, 'a', 1)?.stage).toBe(scoping)
    expect(laneBeside(lanes, 'b', -1)).toBeNull()
    expect(laneBeside(lanes, 'x', 1)).toBeNull()
  })
})

test('counts whole days in a stage, and none without a known day', () => {
  const days = (staged: string | null) => daysIn({ stage: talking!.id, staged }, '2027-06-15')
  expect([days('2027-06-15 09:00:00'), days('2027-06-14 23:59:59'), days('2027-06-01 00:00:00'), days(null)]).toEqual([
    'since today',
    '1 day',
    '14 days',
    null,
  ])
  expect(daysInStage({ stage: null, staged: null }, '2027-06-15')).toBeNull()
})

test('is stuck past twice the firm’s median of its stage, if there is one', () => {
  const medians = new Map([[talking!.id, 6.5]])
  const since = (day: string, stage = talking!.id) =>
    isStuckInStage({ stage, staged: `${day} 12:00:00` }, '2027-06-15', medians)
  expect([since('2027-06-02'), since('2027-06-01')]).toEqual([false, true])
  expect(since('2027-01-01', scoping!.id)).toBe(false)
})

test('groups expected closes by quarter as of today', () => {
  const groupOf = closeGroups('2027-06-15')
  const closes = ['2027-05', '2027-06-14', '2027-06', '2027-06-15', '2027-07', '2027-09-30', '2027-10', null, undefined]
  expect(closes.map((close) => groupOf(close))).toEqual([
    'passed',
    'passed',
    'quarter',
    'quarter',
    'next',
    'next',
    'later',
    'none',
    'none',
  ])
})

test('scrolls faster the nearer a dragged card is to an edge', () => {
  expect([0, 32, 64, 500, 968, 1000].map((at) => speedAt(at, 0, 1000))).toEqual([-18, -9, 0, 0, 9, 18])
  // The pointer can be outside.
  expect([speedAt(-50, 0, 1000), speedAt(1200, 0, 1000)]).toEqual([-18, 18])
})

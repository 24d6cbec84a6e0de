import { describe, expect, it } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import { offeredStages } from '#core/contract/stages.ts'
import type { Target } from '../../contract.ts'
import { aRow } from '../../samples.ts'
import { firstDirection } from '../order.ts'
import { isNarrowed, type ListQuery, makeListing, NO_STAGE, plainQuery, readListQuery, searchOf } from './listing.ts'

const TODAY = '2026-11-20'

const list = (rows: Target[], query: Partial<ListQuery> = {}, status: Target['status'] = 'active') =>
  makeListing()(rows, status, { ...plainQuery, ...query }, TODAY)
const idsOf = (rows: readonly Target[]) => rows.map(({ id }) => id).join(' ')

describe('order', () => {
  const rows = [
    aRow({ id: 'a', due: addDays(TODAY, 9), company: 'beta', contact: 'Zoë' }),
    aRow({ id: 'b', due: null, company: 'Acme', contact: 'adam' }),
    aRow({ id: 'c', due: addDays(TODAY, -3), company: 'Élan', contact: '' }),
    aRow({ id: 'd', due: addDays(TODAY, -3), company: '', contact: 'Bert' }),
    aRow({ id: 'e', due: TODAY, company: 'acme', contact: 'Adam' }),
  ]

  it('shows the most overdue first by default, ties by ID, and targets without a due date last', () => {
    expect(idsOf(list(rows).shown)).toBe('c d e a b')
  })
  it('reverses the due dates and still shows targets without one last', () => {
    expect(idsOf(list(rows, { dir: 'asc' }).shown)).toBe('a e c d b')
  })
  it('sorts companies and contacts regardless of case, with blanks last in both directions', () => {
    expect(idsOf(list(rows, { sort: 'company', dir: 'asc' }).shown)).toBe('b e a c d')
    expect(idsOf(list(rows, { sort: 'company', dir: 'desc' }).shown)).toBe('c a b e d')
    expect(idsOf(list(rows, { sort: 'contact', dir: 'asc' }).shown)).toBe('b e d a c')
  })
  it('sorts by value, with the most urgent of equal value first in both directions', () => {
    const worth = [
      aRow({ id: 'a', value: 'L', due: addDays(TODAY, -9) }),
      aRow({ id: 'b', value: 'H', due: addDays(TODAY, 3) }),
      aRow({ id: 'c', value: 'M', due: null }),
      aRow({ id: 'd', value: 'H', due: addDays(TODAY, -1) }),
      aRow({ id: 'e', value: 'M', due: TODAY }),
    ]
    expect(idsOf(list(worth, { sort: 'value', dir: 'desc' }).shown)).toBe('d b e c a')
    expect(idsOf(list(worth, { sort: 'value', dir: 'asc' }).shown)).toBe('a e c d b')
  })
  it('sorts by won or expected revenue, with Intangible below every figure and missing amounts last', () => {
    const worth = [
      aRow({ id: 'a', projected_revenue: null }),
      aRow({ id: 'b', projected_revenue: -1 }),
      aRow({ id: 'c', projected_revenue: 0 }),
      aRow({ id: 'd', projected_revenue: 90_000, revenue: 500.5 }),
      aRow({ id: 'e', projected_revenue: 40_000 }),
      aRow({ id: 'f', projected_revenue: 40_000, due: TODAY }),
    ]
    expect(idsOf(list(worth, { sort: 'revenue', dir: 'desc' }).shown)).toBe('f e d c b a')
    expect(idsOf(list(worth, { sort: 'revenue', dir: 'asc' }).shown)).toBe('b c d f e a')
  })
  it('sorts by creation date, newest first', () => {
    const made = [
      aRow({ id: 'a', created: '2026-03-01 10:00:00' }),
      aRow({ id: 'b', created: '2026-11-02 09:00:00' }),
      aRow({ id: 'c', created: '2026-11-02 10:00:00' }),
    ]
    expect(readListQuery({ sort: 'created' })).toMatchObject({ sort: 'created', dir: 'desc' })
    expect(idsOf(list(made, { sort: 'created', dir: 'desc' }).shown)).toBe('c b a')
    expect(idsOf(list(made, { sort: 'created', dir: 'asc' }).shown)).toBe('a b c')
  })
  it('shows the latest won target first', () => {
    const won = [
      aRow({ id: 'a', status: 'completed', completed: '2026-03-01 10:00:00' }),
      aRow({ id: 'b', status: 'completed', completed: '2026-11-02 10:00:00' }),
    ]
    expect(idsOf(list(won, {}, 'completed').shown)).toBe('b a')
  })
  it('stays correct step by step as rows change, appear, and disappear', () => {
    const listing = makeListing()
    let now = Array.from({ length: 40 }, (_, i) =>
      aRow({
        id: `r${String(i).padStart(2, '0')}`,
        due: addDays(TODAY, (i * 17) % 23),
        company: `Company ${(i * 7) % 13}`,
      }),
    )
    for (let round = 0; round < 60; round++) {
      const at = (round * 11) % now.length
      const changed = {
        ...now[at]!,
        due: round % 5 === 0 ? null : addDays(TODAY, (round * 13) % 29),
        company: `Company ${round % 9}`,
      }
      const kept = now.filter((_, i) => i !== at)
      now =
        round % 3 === 0
          ? kept
          : round % 3 === 1
            ? [changed, ...kept]
            : [...kept, changed, aRow({ id: `n${round}`, due: TODAY })]
      const query: ListQuery = { ...plainQuery, ...(round % 20 > 10 ? { sort: 'company', dir: 'asc' } : {}) }
      const fresh = makeListing()(now, 'active', query, TODAY)
      expect(idsOf(listing(now, 'active', query, TODAY).shown)).toBe(idsOf(fresh.shown))
    }
  })
})

describe('search', () => {
  const rows = [
    aRow({ id: 'a', company: 'Élan Bäckerei', contact: 'Jo Smith', due: addDays(TODAY, 1) }),
    aRow({
      id: 'b',
      company: 'North',
      contact_email: 'kim@bakery.example',
      goal: 'Become their adviser',
      due: addDays(TODAY, -2),
    }),
    aRow({
      id: 'c',
      company: 'South',
      note: 'Likes sailing',
      due: '2026-12-24',
      notes: [
        {
          id: 'n',
          user_id: 'lee',
          target_id: 'c',
          note: 'Met at the regatta',
          first_name: 'Lee',
          last_name: 'O',
          created: '',
          modified: '',
        },
      ],
    }),
  ]
  const found = (q: string) => idsOf(list(rows, { q }).shown)

  it.each([
    ['elan', 'a'],
    ['ELAN smith', 'a'],
    ['smith elan', 'a'],
    ['elan north', ''],
    ['backerei', 'a'],
    ['@bakery', 'b'],
    ['adviser', 'b'],
    ['sailing', 'c'],
    ['regatta', 'c'],
    ['tomorrow', 'a'],
    ['overdue', 'b'],
    ['dec 24', 'c'],
    ['2026-12-24', 'c'],
    ['  ', 'b a c'],
  ])('finds %j with %j', (q, ids) => expect(found(q)).toBe(ids))

  it('uses today’s date: tomorrow’s target is found as today’s a day later', () => {
    const listing = makeListing()
    const query = { ...plainQuery, q: 'today' }
    expect(listing(rows, 'active', query, TODAY).shown).toEqual([])
    expect(idsOf(listing(rows, 'active', query, addDays(TODAY, 1)).shown)).toBe('a')
  })
})

describe('filters', () => {
  const rows = [
    aRow({ id: 'a', due: addDays(TODAY, -1), value: 'H', type: 'client' }),
    aRow({ id: 'b', due: TODAY, value: 'H', type: 'prospect' }),
    aRow({ id: 'c', due: addDays(TODAY, 7), value: 'L', type: 'prospect' }),
    aRow({ id: 'd', due: addDays(TODAY, 8), value: 'L', type: 'refsource' }),
  ]

  it('counts the results of each option, given the other filters', () => {
    expect(list(rows).counts).toEqual({
      bucket: { overdue: 1, soon: 2, later: 1 },
      value: { L: 2, M: 0, H: 2 },
      type: { client: 1, prospect: 2, refsource: 1 },
      quiet: { 30: 4 },
      stage: {},
      close: { passed: 0, quarter: 0, next: 0, later: 0, none: 0 },
    })
    const { shown, counts, total } = list(rows, { bucket: ['soon'] })
    expect(idsOf(shown)).toBe('b c')
    expect(total).toBe(4)
    expect(counts.bucket).toEqual({ overdue: 1, soon: 2, later: 1 })
    expect(counts.value).toEqual({ L: 1, M: 0, H: 1 })
    expect(counts.type).toEqual({ client: 0, prospect: 2, refsource: 0 })
  })
  it('combines options of one kind with or, and different kinds with and', () => {
    expect(idsOf(list(rows, { bucket: ['overdue', 'soon'], value: ['H'] }).shown)).toBe('a b')
    expect(idsOf(list(rows, { bucket: ['overdue', 'soon'], value: ['H'], type: ['prospect'] }).shown)).toBe('b')
  })
  it('finds quiet targets by their last touch, or by their creation if there is none', () => {
    const touched = [
      aRow({ id: 'old', created: '2026-01-01 09:00:00', last_touch: '2026-10-21' }),
      aRow({ id: 'recent', created: '2026-01-01 09:00:00', last_touch: '2026-10-22' }),
      aRow({ id: 'never', created: '2026-10-21 09:00:00', last_touch: null }),
      aRow({ id: 'new', created: '2026-10-22 09:00:00' }),
    ].map((row) => ({ ...row, status: 'active' as const }))
    const { shown, counts } = list(touched, { quiet: ['30'] })
    expect(idsOf(shown).split(' ').sort()).toEqual(['never', 'old'])
    expect(counts.quiet).toEqual({ 30: 2 })
  })
  it('sorts by the last touch, with untouched ones last', () => {
    const touched = [
      aRow({ id: 'a', last_touch: '2026-10-01' }),
      aRow({ id: 'b' }),
      aRow({ id: 'c', last_touch: '2026-11-01' }),
    ]
    expect(idsOf(list(touched, { sort: 'touch', dir: 'desc' }).shown)).toBe('c a b')
    expect(idsOf(list(touched, { sort: 'touch', dir: 'asc' }).shown)).toBe('a c b')
  })
  it('filters and sorts by stage and expected close, for a firm with stages', () => {
    const [identified, talking] = offeredStages.inOrder
    const stages = { ...offeredStages, removed: [{ id: 'met', name: 'Met', instead: talking!.id }] }
    const staged = [
      aRow({ id: 'a', stage: talking!.id, expected_close: '2027-03' }),
      aRow({ id: 'b', stage: 'met', expected_close: '2026-10-31' }),
      aRow({ id: 'c', stage: identified!.id, expected_close: '2026-12-24' }),
      aRow({ id: 'd' }),
    ]
    const listed = (query: Partial<ListQuery>) =>
      makeListing()(staged, 'active', { ...plainQuery, ...query }, TODAY, stages)
    expect(idsOf(listed({ stage: [talking!.id] }).shown)).toBe('a b')
    expect(idsOf(listed({ stage: [NO_STAGE, identified!.id] }).shown)).toBe('c d')
    expect(listed({ close: ['passed'] }).counts.stage).toMatchObject({ [talking!.id]: 1, [identified!.id]: 0 })
    expect(listed({}).counts.close).toEqual({ passed: 1, quarter: 1, next: 1, later: 0, none: 1 })
    expect(idsOf(listed({ sort: 'stage', dir: 'asc' }).shown)).toBe('c a b d')
    expect(idsOf(listed({ sort: 'close', dir: 'asc' }).shown)).toBe('b c a d')
    expect(idsOf(listed({ sort: 'close', dir: 'desc' }).shown)).toBe('a c b d')
    // Without stages, neither has an effect.
    expect(idsOf(list(staged, { stage: [talking!.id], close: ['passed'] }).shown)).toBe('a b c d')
  })
  it('searches within the filters', () => {
    expect(list(rows, { q: 'nobody', value: ['H'] }).counts.value).toEqual({ L: 0, M: 0, H: 0 })
  })
})

describe('lists', () => {
  it('counts every status, separates invitations, and excludes targets no longer shared', () => {
    const rows = [
      aRow({ id: 'a' }),
      aRow({ id: 'b', status: 'lost' }),
      aRow({ id: 'c', status: 'archived' }),
      aRow({ id: 'd', shared: 'pending' }),
      aRow({ id: 'e', shared: 'revoked' }),
      aRow({ id: 'f', shared: 'rejected' }),
      aRow({ id: 'g', shared: 'accepted' }),
    ]
    const { shown, byStatus, pending } = list(rows)
    expect(idsOf(shown)).toBe('a g')
    expect(byStatus).toEqual({ active: 2, archived: 1, completed: 0, lost: 1, deleted: 0 })
    expect(idsOf(pending)).toBe('d')
  })
})

describe('URL', () => {
  it('has no parameters for the default list', () => expect(searchOf(plainQuery)).toEqual({}))
  it('reads back the query written to it', () => {
    const query: ListQuery = {
      q: 'élan 12',
      sort: 'company',
      dir: 'desc',
      bucket: ['overdue', 'later'],
      value: ['H'],
      type: ['refsource'],
      quiet: ['30'],
      stage: [offeredStages.inOrder[1]!.id, NO_STAGE],
      close: ['passed', 'later'],
    }
    expect(readListQuery(searchOf(query))).toEqual(query)
  })
  it('ignores invalid parameters', () => {
    expect(
      readListQuery({ q: 12, sort: 'owner', dir: 'up', bucket: 'never,soon', value: null, type: ['client'] }),
    ).toEqual({ ...plainQuery, q: '12', bucket: ['soon'], type: ['client'] })
    expect(readListQuery({ sort: 'contact' }).dir).toBe(firstDirection('contact'))
    expect(readListQuery({ q: 'x'.repeat(200) }).q).toHaveLength(100)
  })
  it('counts text and filters as narrowing, but not order', () => {
    expect(isNarrowed({ ...plainQuery, sort: 'contact', q: ' ' })).toBe(false)
    expect(isNarrowed({ ...plainQuery, q: 'a' })).toBe(true)
    expect(isNarrowed({ ...plainQuery, value: ['L'] })).toBe(true)
  })
})

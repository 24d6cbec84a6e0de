import { expect, test } from 'vitest'
import { addDays } from '#core/contract/dates.ts'
import type { Collaborator, Target, Task } from '#features/targets/contract.ts'
import { aRow } from '#features/targets/samples.ts'
import { cardsOf, feedbackWeight, type Past } from './cardsOf.ts'
import { cardLimits } from './contract.ts'
import { type FactSources, pipelineFacts } from './facts.ts'
import { rules } from './rules.ts'

const ME = 'me'
const TODAY = '2026-11-23'
const ago = (days: number) => `${addDays(TODAY, -days)} 10:00:00`
let made = 0

/** Changed yesterday, with a step due in ten days, so no rule has a finding. */
function target(given: Partial<Target> & { step?: Partial<Task> | null } = {}): Target {
  const { step = {}, ...rest } = given
  const id = rest.id ?? `t${++made}`
  const open = step === null ? [] : [aTask({ tile_id: id, due: addDays(TODAY, 10), ...step })]
  return aRow({
    id,
    user_id: ME,
    owner_id: ME,
    company: `Company ${id}`,
    contact: 'Tom Achterberg',
    status: 'active',
    value: 'M',
    type: 'prospect',
    created: ago(20),
    modified: ago(1),
    projected_revenue: null,
    due: open[0]?.due ?? null,
    collaborators: [],
    overlaps: [],
    ...rest,
    tasks: [...(rest.tasks ?? []), ...open],
  })
}
const aTask = (given: Partial<Task>): Task => ({
  id: `s${++made}`,
  tile_id: '',
  user_id: ME,
  first_name: 'Dana',
  last_name: 'Reyes',
  description: 'Call Tom',
  help: '',
  due: addDays(TODAY, 10),
  done: 'incomplete',
  created: ago(20),
  completed: null,
  ...given,
})
const doneTask = (tile_id: string, on: string, due = on): Task =>
  aTask({ tile_id, done: 'done', completed: `${on} 10:00:00`, due })
const told = (targets: Target[], more: Partial<FactSources> = {}): FactSources => ({
  userId: ME,
  zone: 'America/Los_Angeles',
  today: TODAY,
  targets,
  overlaps: [],
  acquaintances: [],
  sources: [],
  worksheets: [],
  ...more,
})
const pending: Collaborator = {
  user_id: 'lee',
  share_id: 'share',
  from_id: ME,
  owner_id: ME,
  response: 'pending',
  responded: null,
  role: 'collaborator',
  first_name: 'Lee',
  last_name: 'Okafor',
  from_first_name: 'Dana',
  from_last_name: 'Reyes',
}
const lost = (reason: string, days: number) =>
  target({ status: 'lost', lostReason: reason, modified: ago(days), step: null, due: null })

test('counts touches, and says what it counts from', () => {
  const rule = rules.find(({ code }) => code === 'referral_quiet')!
  const figureOf = (given: Parameters<typeof target>[0]) => {
    const facts = pipelineFacts(told([target({ company: 'Acme', type: 'refsource', ...given })]))
    const found = rule.finds(facts)
    return found.length > 0 ? rule.figure(found, facts) : undefined
  }
  expect(figureOf({ modified: ago(50) })).toEqual(['50 days', 'since Acme last changed, and no touch is logged'])
  expect(figureOf({ modified: ago(1), last_touch: ago(60).slice(0, 10) })).toEqual([
    '60 days',
    'since anyone was last in touch with Acme',
  ])
  expect(figureOf({ modified: ago(60), last_touch: ago(3).slice(0, 10) })).toBe(undefined)
  const codes = (given: Parameters<typeof target>[0]) =>
    cardsOf(told([target(given)]), new Map()).map(({ code }) => code)
  expect(codes({ modified: ago(40) })).toContain('untouched')
  expect(codes({ modified: ago(40), last_touch: ago(5).slice(0, 10) })).not.toContain('untouched')
})

const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const harold = { contact_id: 'harold', name: 'Harold Finch' }
const fromHarold = (count: number, days = 20) =>
  many(count, () => target({ created: ago(days), came_from: { contact_id: 'harold', name: 'Harold Finch' } }))

test('counts a source without a touch from the last Target that it sent, and needs two of them', () => {
  const rule = rules.find(({ code }) => code === 'source_quiet')!
  const says = (targets: Target[]) => {
    const facts = pipelineFacts(told(targets, { sources: [{ ...harold, last_touch: null }] }))
    const found = rule.finds(facts)
    return found.length > 0 ? [rule.observes(found, facts), ...rule.figure(found, facts)] : undefined
  }
  expect(says(fromHarold(2, 100))).toEqual([
    'Harold Finch sent you two Targets, and no touch is logged',
    '100 days',
    'since Harold Finch last sent a Target',
  ])
  expect(says(fromHarold(1, 100))).toBe(undefined)
  expect(says([...fromHarold(1, 100), ...fromHarold(1, 10)])).toBe(undefined)
})

/** For each rule: input that triggers it, input that just misses, and the resulting text. */
const cases: Record<string, { yes: () => FactSources; no: () => FactSources; says: RegExp; figure?: RegExp }> = {
  overdue: {
    yes: () => told([target({ step: { due: addDays(TODAY, -2) }, projected_revenue: 40_000 })]),
    no: () => told([target({ step: { due: TODAY } })]),
    says: /^One step is overdue$/,
    figure: /^\$40,000$/,
  },
  invited: {
    yes: () => told([target({ owner_id: 'lee', owner: 'Lee Okafor', shared: 'pending', company: 'Acme', step: null })]),
    no: () => told([target({ owner_id: 'lee', owner: 'Lee Okafor', shared: 'accepted', step: null })]),
    says: /^Lee Okafor is waiting for your answer on Acme$/,
  },
  high_without_step: {
    yes: () => told([target({ value: 'H', step: null })]),
    no: () => told([target({ value: 'M', step: null })]),
    says: /^One high-value Target has no next step$/,
  },
  overlap: {
    yes: () =>
      told([target({ id: 'mine', company: 'Acme' })], { overlaps: [{ target_id: 'mine', name: 'Lee Okafor' }] }),
    no: () => told([target({ id: 'mine' })], { overlaps: [{ target_id: 'gone', name: 'Lee Okafor' }] }),
    says: /^Lee Okafor and you both pursue Acme$/,
  },
  untouched: {
    yes: () => told([target({ modified: ago(21) }), target({ modified: ago(40) })]),
    no: () => told([target({ modified: ago(20) })]),
    says: /^Two Targets have had no touch or change for 21 days or more$/,
  },
  revenue_without_step: {
    yes: () => told([target({ step: null, projected_revenue: 25_000 })]),
    no: () => told([target({ step: null, projected_revenue: -1 })]),
    says: /^One Target has a projected revenue and no step that leads to it$/,
    figure: /^\$25,000$/,
  },
  waiting_for_other: {
    yes: () => told([target({ company: 'Acme', collaborators: [pending], modified: ago(7) })]),
    no: () => told([target({ collaborators: [pending], modified: ago(6) })]),
    says: /^Lee Okafor hasn’t answered your invitation to Acme$/,
  },
  acquaintance: {
    yes: () =>
      told([target({ id: 'mine', company: 'Acme' })], {
        acquaintances: [{ target_id: 'mine', names: ['Priya Shah'] }],
      }),
    no: () => told([target({ id: 'mine' })]),
    says: /^Priya Shah has won work at Acme before$/,
  },
  silent_since_won: {
    yes: () =>
      told([
        target({
          status: 'completed',
          company: 'Acme',
          completed: ago(200),
          modified: ago(200),
          revenue: 50_000,
          step: null,
        }),
      ]),
    no: () =>
      told([
        target({ status: 'completed', company: 'Acme', completed: ago(200), modified: ago(200), step: null }),
        target({ company: ' ACME' }),
      ]),
    says: /^You won Acme on May 7, and no touch or change has followed$/,
    figure: /^\$50,000$/,
  },
  lost_reason: {
    yes: () => told([lost('Fees too high', 10), lost('fees too high ', 80), lost('No budget', 3)]),
    no: () => told([lost('Fees too high', 10), lost('Fees too high', 91), lost('', 1), lost('', 2)]),
    says: /^Two Targets were lost for the same reason in 90 days$/,
    figure: /^2$/,
  },
  worksheet: {
    yes: () =>
      told([target({ created: ago(20) })], {
        worksheets: [{ lesson_id: 'l1', title: 'Nine names', at: '2026-11-20T18:00:00.000Z' }],
      }),
    no: () =>
      told([target({ step: { created: ago(2) } })], {
        worksheets: [{ lesson_id: 'l1', title: 'Nine names', at: '2026-11-20T18:00:00.000Z' }],
      }),
    says: /^You filled in a worksheet but haven’t turned it into a step$/,
  },
  pace: {
    yes: () =>
      told([
        target({
          id: 'p',
          tasks: [...many(5, () => doneTask('p', '2026-10-05')), doneTask('p', '2026-11-03', '2026-11-01')],
        }),
      ]),
    no: () =>
      told([
        target({
          id: 'p',
          tasks: [...many(5, () => doneTask('p', '2026-10-25')), doneTask('p', '2026-11-03', '2026-11-01')],
        }),
      ]),
    says: /^You’ve done one step this month, compared with five steps by this day last month$/,
    figure: /^20%$/,
  },
  pile: {
    yes: () => told(many(4, () => target({ step: { due: '2026-11-27' } }))),
    no: () => told(many(4, (at) => target({ step: { due: addDays('2026-11-25', at) } }))),
    says: /^Four steps fall on the same Friday$/,
  },
  referral_quiet: {
    yes: () => told([target({ type: 'refsource', modified: ago(45) })]),
    no: () => told([target({ type: 'refsource', modified: ago(15) })]),
    says: /^One referral source has had no touch in six weeks$/,
    figure: /^45 days$/,
  },
  source_quiet: {
    yes: () => told(fromHarold(3), { sources: [{ ...harold, last_touch: addDays(TODAY, -120) }] }),
    no: () => told(fromHarold(3), { sources: [{ ...harold, last_touch: addDays(TODAY, -89) }] }),
    says: /^Harold Finch sent you three Targets, and the last touch was 120 days ago$/,
    figure: /^120 days$/,
  },
  a_year_on: {
    yes: () => told([target({ company: 'Acme', created: '2025-11-22 09:00:00' }), target({ created: ago(3) })]),
    no: () => told([target({ created: '2025-11-20 09:00:00' }), target({ created: ago(3) })]),
    says: /^You have pursued Acme for a year$/,
  },
  on_hold: {
    yes: () => told([target({ status: 'archived', modified: ago(90), step: null })]),
    no: () => told([target({ status: 'archived', modified: ago(89), step: null })]),
    says: /^One Target has been on hold for three months$/,
  },
  nothing_new: {
    yes: () => told([target({ created: ago(31) }), target({ created: ago(60) })]),
    no: () => told([target({ created: ago(29) }), target({ created: ago(60) })]),
    says: /^You haven’t started a new Target in 31 days$/,
  },
  on_time: {
    yes: () => told([target({ id: 'o', tasks: many(6, (at) => doneTask('o', addDays(TODAY, -at - 1))) })]),
    no: () =>
      told([
        target({
          id: 'o',
          tasks: many(6, (at) =>
            doneTask('o', addDays(TODAY, -at - 1), at === 5 ? addDays(TODAY, -20) : addDays(TODAY, -at)),
          ),
        }),
      ]),
    says: /^Six steps done on time in a row$/,
  },
}

/** Rates all other rules down, so that only this rule counts. */
const only = (code: string): Map<string, Past> => {
  const others = rules.filter((rule) => rule.code !== code)
  return new Map(others.map((rule) => [rule.code, { silent: new Set<string>(), useful: 0, useless: 5 }]))
}

test('has a case for every rule, and every rule has a unique code', () => {
  expect(Object.keys(cases)).toEqual(rules.map(({ code }) => code))
  expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length)
  expect(rules.length).toBeGreaterThanOrEqual(12)
})

for (const [code, { yes, no, says, figure }] of Object.entries(cases))
  test(`the rule ${code} makes a card only when it has a finding`, () => {
    const card = cardsOf(yes(), only(code)).find((one) => one.code === code)
    expect(card?.observation).toMatch(says)
    if (figure) expect(card?.data_value).toMatch(figure)
    expect(card!.suggestion).not.toMatch(/undefined|\.\./)
    expect(card!.because.length).toBeGreaterThan(0)
    expect(Math.max(...card!.because.map(({ size }) => size))).toBe(1)
    expect(cardsOf(no(), only(code)).map((one) => one.code)).not.toContain(code)
  })

test('makes no card for a Target without findings', () => {
  expect(cardsOf(told([target()]), new Map())).toEqual([])
  expect(cardsOf(told([]), new Map())).toEqual([])
})

test('makes at most three cards, the heaviest first, and no Target is in two of them', () => {
  const all = told([
    target({ id: 'late', value: 'H', modified: ago(50), step: { due: addDays(TODAY, -2) } }),
    target({ id: 'none', value: 'H', modified: ago(60), step: null, projected_revenue: 10 }),
    target({ id: 'quiet', modified: ago(60) }),
    target({ id: 'money', step: null, projected_revenue: 10 }),
    target({ id: 'hold', status: 'archived', modified: ago(100), step: null }),
  ])
  const cards = cardsOf(all, new Map())
  expect(cards.map(({ code, target_id }) => [code, target_id])).toEqual([
    ['overdue', 'late'],
    ['high_without_step', 'none'],
    ['untouched', 'quiet'],
  ])
  expect(cards).toHaveLength(cardLimits.perDay)
})

test('says how many similar findings another card of this morning covers', () => {
  const all = told([
    target({ id: 'late', modified: ago(50), step: { due: addDays(TODAY, -2) } }),
    target({ id: 'late too', modified: ago(50), step: { due: addDays(TODAY, -1) } }),
    target({ id: 'quiet', modified: ago(60) }),
  ])
  const [overdue, untouched] = cardsOf(all, new Map())
  expect(overdue!.because).toHaveLength(2)
  expect(untouched!.observation).toBe('One Target has had no touch or change for 21 days or more')
  expect(untouched!.because.map(({ label }) => label)).toEqual([expect.any(String), '2 more on another card'])
  expect(untouched!.keys).toEqual(['quiet'])
})

test('leaves out findings of the last days and reports the rest', () => {
  const all = told([
    target({ id: 'a', step: { due: addDays(TODAY, -2) } }),
    target({ id: 'b', step: { due: addDays(TODAY, -1) } }),
  ])
  const [first] = cardsOf(all, new Map())
  expect(first!.keys).toEqual(['a', 'b'])
  const after = new Map([['overdue', { silent: new Set(['a']), useful: 0, useless: 0 }]])
  const [second] = cardsOf(all, after)
  expect([second!.observation, second!.keys]).toEqual(['One step is overdue', ['b']])
  expect(cardsOf(all, new Map([['overdue', { silent: new Set(['a', 'b']), useful: 0, useless: 0 }]]))).toEqual([])
})

test("ranks a rule lower after 'not useful' without ever silencing it", () => {
  const all = told([
    target({ id: 'late', step: { due: addDays(TODAY, -2) } }),
    target({ id: 'none', value: 'H', step: null }),
  ])
  const order = (useless: number) =>
    cardsOf(all, new Map([['overdue', { silent: new Set<string>(), useful: 0, useless }]])).map(({ code }) => code)
  expect(order(0)).toEqual(['overdue', 'high_without_step'])
  expect(order(1)).toEqual(['high_without_step', 'overdue'])
  expect(order(100)).toContain('overdue')
  expect(feedbackWeight({ useful: 3, useless: 0 })).toBeGreaterThan(feedbackWeight({ useful: 0, useless: 0 }))
})

test('formats firm names that end with a period and hundreds of findings correctly', () => {
  const inc = cardsOf(told([target({ company: 'Halden Mutual, Inc.', modified: ago(30) })]), new Map())
  expect(inc[0]!.suggestion).toContain('Start with Halden Mutual, Inc. Two lines')
  const crowd = cardsOf(told(many(300, () => target({ step: { due: addDays(TODAY, -3) } }))), new Map())
  expect(crowd[0]!.observation).toBe('300 steps are overdue')
  expect(crowd[0]!.because).toHaveLength(51)
  expect(crowd[0]!.because.at(-1)!.label).toBe('250 more')
})

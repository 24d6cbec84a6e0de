import { expect, test } from 'vitest'
import { contactRoles } from '#features/contacts/contract.ts'
import { DEFAULT_GOAL, type TargetMapping } from './mappingContract.ts'
import { targetReader } from './server/targetRows.ts'

const moses = {
  id: 'a0000000-0000-4000-8000-000000000001',
  first_name: 'Moses',
  last_name: 'Frase',
  role: 'member' as const,
  email: 'moses@crm.example',
}
const base: TargetMapping = {
  columns: ['company', 'status', 'created', 'closed', 'revenue', 'projected_revenue'],
  statuses: { won: 'completed', lost: 'lost', hold: 'archived', open: 'active', never: 'refuse' },
  owners: {},
  types: {},
  values: {},
  date_order: 'mdy',
  open_close: 'ignore',
  amount_notation: 'point',
  other_currencies: 'dollars',
  stand_in: null,
  defaults: { owner: moses.id, status: 'active', type: 'prospect', value: 'M', goal: DEFAULT_GOAL },
}
const now = '2026-11-21T18:00:00.000Z'
const read = (cells: string[], change: Partial<TargetMapping> = {}) =>
  targetReader({
    mapping: { ...base, ...change },
    shape: {
      headings: cells.length,
      columns: cells.length,
      headers: [],
      currencies: { places: [], byHeading: [] },
    },
    owners: new Map([[moses.id, moses]]),
    roles: contactRoles,
    zone: 'America/Los_Angeles',
    now,
  })(cells)
const target = (cells: string[], change?: Partial<TargetMapping>) => {
  const found = read(cells, change)
  if (!('target' in found)) throw new Error(found.reason)
  return found
}

test('fills in values that the file lacks and adds a notice', () => {
  expect(target(['Halden', 'Open', '', '', '', ''])).toMatchObject({
    target: {
      created: now,
      end: null,
      owner: { id: moses.id },
      input: {
        type: 'prospect',
        value: 'M',
        goal: 'Imported opportunity',
        tasks: [{ description: 'Identify next steps', due: '2026-11-21' }],
      },
    },
    notices: ['No created date: it stays unknown, and the Target counts as created on no day.'],
  })
  expect(target(['Halden', 'Won', '', '3/1/2017', '5', ''])).toMatchObject({
    target: {
      created: '2017-03-01T20:00:00.000Z',
      end: { status: 'completed', at: '2017-03-01T20:00:00.000Z', revenue: 5 },
      input: { tasks: [{ due: '2017-03-01' }] },
    },
    notices: ['No created date: it stays unknown, and the Target counts as created on no day.'],
  })
  expect(target(['Halden', 'Won', '3/1/2017', '', '', '']).notices).toEqual([
    'No closed date: it counts as closed today, the day of the import.',
    'Won without an amount, so Intangible is used.',
  ])
  expect(target(['Halden', 'Won', '3/1/2017', '3/1/2017', '', '70'])).toMatchObject({
    target: { end: { revenue: 70 }, input: { projected_revenue: 70 } },
  })
})

test('reads an amount as won for won targets and as projected for others, and zero as neither', () => {
  const amounts = (stage: string, won: string) => target(['Halden', stage, '3/1/2017', '', won, '']).target
  expect(amounts('Won', '0')).toMatchObject({ end: { revenue: 0 }, input: { projected_revenue: null } })
  expect(amounts('Open', '50').input.projected_revenue).toBe(50)
  expect(amounts('Lost', '0').input.projected_revenue).toBeNull()
})

test("uses an open target's close date as its due date or ignores it, as chosen", () => {
  const open = ['Halden', 'Open', '3/1/2017', '12/31/2099', '', '']
  expect(target(open)).toMatchObject({
    target: { end: null, input: { tasks: [{ due: '2026-11-21' }] } },
    notices: ['We ignore the close date because the Target is still active.'],
  })
  expect(target(open, { open_close: 'due' })).toMatchObject({
    target: { end: null, input: { tasks: [{ due: '2099-12-31' }] } },
    notices: ['The date isn’t imported, because there’s no next step.'],
  })
  const withDue = { columns: [...base.columns, 'next_step_due' as const], open_close: 'due' as const }
  expect(target([...open, '1/2/2027'], withDue)).toMatchObject({
    target: { input: { tasks: [{ due: '2027-01-02' }] } },
    notices: [
      'We ignore the close date because the next step has its own due date.',
      'The date isn’t imported, because there’s no next step.',
    ],
  })
  expect(read(['Halden', 'Open', '3/1/2017', 'soon', '', ''], { open_close: 'due' })).toEqual({
    reason: 'The close date “soon” isn’t a valid date.',
  })
})

test('uses an expected close date for pursued targets, and for others only without a closed date', () => {
  const change = { columns: [...base.columns, 'expected_close' as const], open_close: 'due' as const }
  const row = (stage: string, closed: string, expected: string) =>
    target(['Halden', stage, '3/1/2017', closed, '5', '', expected], change)
  expect(row('Open', '', '2/1/2027')).toMatchObject({ target: { input: { tasks: [{ due: '2027-02-01' }] } } })
  expect(row('Won', '3/5/2017', '2/1/2027')).toMatchObject({
    target: { end: { at: '2017-03-05T20:00:00.000Z' } },
    notices: ['We ignore the expected close date because the Target is closed.'],
  })
  expect(row('Won', '', '3/5/2017')).toMatchObject({
    target: { end: { at: '2017-03-05T20:00:00.000Z' } },
    notices: ['No closed date. We use the expected close date.'],
  })
  expect(row('Won', '', '2/1/2027')).toMatchObject({ target: { end: { at: now } } })
})

test('reads amounts in the notation of the file and adds a notice about other currencies', () => {
  const won = (amount: string, amount_notation: 'point' | 'comma' = 'comma') =>
    read(['Halden', 'Won', '3/1/2017', '3/2/2017', amount, ''], { amount_notation })
  expect(won('1.234,56 €')).toMatchObject({
    target: { end: { revenue: 1234.56 } },
    notices: ['Amounts in € are imported as dollars, without conversion.'],
  })
  expect(won('1.234')).toMatchObject({ target: { end: { revenue: 1234 } }, notices: [] })
  expect(won('1.234', 'point')).toEqual({
    reason: 'The won revenue “1.234” isn’t a valid dollar amount in the chosen notation.',
  })
})

test("joins a contact's first and last name, and adds notices for values that a target can't hold", () => {
  const names = { columns: [...base.columns, 'contact_first_name' as const, 'contact_last_name' as const] }
  expect(target(['', 'Open', '3/1/2017', '', '', '', 'Lee', 'Moss'], names).target.input.contact).toBe('Lee Moss')
  expect(
    target(['Halden', 'Open', '3/1/2017', '', '5', '7', 'Too dear'], { columns: [...base.columns, 'lost_reason'] })
      .notices,
  ).toEqual([
    'We ignore the won revenue because the Target isn’t won and has projected revenue.',
    'We ignore the lost reason because the Target isn’t lost.',
  ])
})

test("doesn't set today's date later than now", () => {
  expect(target(['Halden', 'Open', '11/21/2026', '', '', '']).target.created).toBe(now)
  expect(target(['Halden', 'Won', '11/21/2026', '11/21/2026', '1', '']).target.end?.at).toBe(now)
})

test('rejects rows with the reason', () => {
  const reason = (cells: string[], change?: Partial<TargetMapping>) =>
    (read(cells, change) as { reason: string }).reason
  const row = (change: Record<number, string>) =>
    ['Halden', 'Won', '3/1/2017', '3/2/2017', '5', ''].map((cell, i) => change[i] ?? cell)
  expect(reason(row({ 1: 'Never' }))).toBe('Rows with the stage “Never” are skipped.')
  expect(reason(row({ 1: '' }))).toBe('The stage is empty.')
  expect(reason(row({ 2: '11/22/2026' }))).toBe('The created date “11/22/2026” is in the future.')
  expect(reason(row({ 4: '-5' }))).toBe('The won revenue “-5” isn’t a valid dollar amount.')
  expect(reason(row({ 0: 'x'.repeat(20_001) }))).toBe('Cell 1 is longer than 20,000 characters.')
  expect(reason([...row({}), 'more@x'], { columns: [...base.columns, 'contact_email'] })).toBe(
    'Email: Invalid email address.',
  )
  expect(reason([...row({}), 'x'.repeat(1001)], { columns: [...base.columns, 'note'] })).toBe(
    'Note: Maximum length is 1000 characters.',
  )
  expect(reason([...row({}), 'x'.repeat(251)], { columns: [...base.columns, 'next_step'] })).toBe(
    'Next step: Maximum length is 250 characters.',
  )
  expect(reason([...row({}), 'No one'], { columns: [...base.columns, 'owner'] })).toBe(
    '“No one” isn’t matched to a person in the firm.',
  )
  expect(reason(row({}), { defaults: { ...base.defaults, owner: null } })).toBe('The owner is missing.')
  expect(reason([...row({}), 'Gold'], { columns: [...base.columns, 'value'] })).toBe('The value “Gold” isn’t matched.')
})

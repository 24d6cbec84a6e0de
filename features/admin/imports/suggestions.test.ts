import { expect, test } from 'vitest'
import type { ImportColumn } from './contract.ts'
import { statusOf, suggestionOrder, suggestPerson, suggestType, suggestValueLevel } from './meanings.ts'
import { suggestPeople, suggestTargets } from './suggestions.ts'

const aColumn = (header: string, values: string[] = [], given: Partial<ImportColumn> = {}): ImportColumn => ({
  header,
  unnamed: false,
  first_row: values.length > 0 ? 2 : null,
  filled: values.length,
  samples: values.slice(0, 4),
  values: values.map((value) => ({ value, count: 1 })),
  amounts: 0,
  notations: { point: 0, comma: 0, either_comma: 0, either_point: 0 },
  currencies: [],
  emails: 0,
  dates: { iso: 0, mdy: 0, dmy: 0, either: 0 },
  ...given,
})
const people = [
  { id: 'a', first_name: 'Moses', last_name: 'Frase', email: 'moses@crm.example' },
  { id: 'b', first_name: 'Jo', last_name: 'Twin', email: 'jo1@crm.example' },
  { id: 'c', first_name: 'Jo', last_name: 'Twin', email: 'jo2@crm.example' },
]

test('recognizes the columns of a pipeline by name and content', () => {
  const { columns, statuses, owners, date_order } = suggestTargets(
    [
      aColumn('opportunity_id', ['X1']),
      aColumn('sales_agent', ['Moses Frase', 'Nobody Known']),
      aColumn('product', ['Widget']),
      aColumn('account', ['Halden']),
      aColumn('deal_stage', ['Won', 'Lost', 'Engaging', 'Zzz']),
      aColumn('engage_date', ['10/20/2016'], { dates: { iso: 0, mdy: 1, dmy: 0, either: 0 } }),
      aColumn('close_date', ['3/1/2017'], { dates: { iso: 0, mdy: 0, dmy: 0, either: 1 } }),
      aColumn('close_value', ['1054'], { amounts: 1 }),
    ],
    people,
  )
  expect(columns).toEqual(['external_id', 'owner', 'goal', 'company', 'status', 'created', 'closed', 'revenue'])
  expect(statuses).toEqual({ won: 'completed', lost: 'lost', engaging: 'active' })
  expect(owners).toEqual({ 'moses frase': 'a' })
  expect(date_order).toBe('mdy')
})

test('recognizes a column without a clear name by its values, but not one with the wrong values', () => {
  const { columns } = suggestTargets(
    [
      aColumn('Wer', ['moses@crm.example', 'Moses Frase']),
      aColumn('Lage', ['Won', 'Lost', 'Open']),
      aColumn('Amount', ['many', 'few']),
      aColumn('Post', ['x@y.example'], { emails: 1 }),
    ],
    people,
  )
  expect(columns).toEqual(['owner', 'status', null, 'contact_email'])
})

test.each([
  ['Won', 'completed'],
  ['Closed Won', 'completed'],
  ['closed-lost', 'lost'],
  ['On Hold', 'archived'],
  ['Engaging', 'active'],
  ['Prospecting', 'active'],
  ['Open', 'active'],
  ['Negotiation', 'active'],
  ['Stalled', 'archived'],
  ['Dead', 'lost'],
  ['Phase 7', null],
  ['', null],
] as const)('maps the stage %j to %j', (stage, status) => expect(statusOf(stage)).toBe(status))

test('recognizes people by full name or email in any case, unless two share a name', () => {
  expect(
    [' MOSES  frase', 'Frase, Moses', 'MOSES@crm.example', 'Moses', 'Jo Twin', ''].map((name) =>
      suggestPerson(name, people),
    ),
  ).toEqual(['a', 'a', 'a', null, null, null])
})

test('recognizes types, values, and the order of dates', () => {
  expect(['Existing customer', 'Prospect', 'Referral source', '?'].map(suggestType)).toEqual([
    'client',
    'prospect',
    'refsource',
    null,
  ])
  expect(['High', 'm', 'LOW', '7'].map(suggestValueLevel)).toEqual(['H', 'M', 'L', null])
  const dates = (mdy: number, dmy: number) => aColumn('d', [], { dates: { iso: 0, either: 3, mdy, dmy } })
  expect([
    suggestionOrder([dates(1, 0)]),
    suggestionOrder([dates(0, 1)]),
    suggestionOrder([dates(0, 0)]),
    suggestionOrder([dates(1, 1)]),
    suggestionOrder([dates(0, 0), dates(0, 2)]),
  ]).toEqual(['mdy', 'dmy', null, null, 'dmy'])
})

test("suggests the firm's domain for people without email addresses, and groups by manager", () => {
  const suggested = suggestPeople(
    [aColumn('sales_agent', ['A B']), aColumn('manager', ['C D']), aColumn('regional_office', ['East'])],
    ['crm.example'],
  )
  expect(suggested).toEqual({
    columns: ['name', 'manager', 'group'],
    roles: {},
    email_domain: 'crm.example',
    groups: 'manager',
  })
})

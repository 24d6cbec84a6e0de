import { expect, test } from 'vitest'
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import type { Contact } from '#features/contacts/contract.ts'
import type { Target } from '../contract.ts'
import { aRow } from '../samples.ts'
import { companyTargetOf, eventsKnown, inOrder, peopleAt, sumsOf, withContactRecords } from './company.ts'
import { type CompanyTarget, companyPath } from './contract.ts'

const there = (given: Partial<CompanyTarget> & { id: string }): CompanyTarget => ({
  standing: 'own',
  person_id: null,
  owner_id: 'me',
  owner: 'Dana Reyes',
  company: 'Acme',
  contact: '',
  contact_email: '',
  contact_phone: '',
  type: 'client',
  value: 'M',
  status: 'active',
  goal: 'Win',
  step: '',
  due: null,
  projected_revenue: null,
  revenue: null,
  created: '2026-01-01 09:00:00',
  ...given,
})
const row = (given: Partial<Target> & { id: string }) => aRow({ owner: 'Dana de la Reyes', ...given })
const task = (given: Partial<Target['tasks'][number]>): Target['tasks'][number] => ({
  id: 't',
  tile_id: 'a',
  user_id: 'me',
  first_name: 'Dana',
  last_name: 'Reyes',
  description: 'Call',
  help: '',
  due: '2026-12-01',
  done: 'incomplete',
  created: '2026-01-01 09:00:00',
  completed: null,
  ...given,
})

test('lists open targets first by urgency, then held, won, and lost ones', () => {
  const all = [
    there({ id: 'lost', status: 'lost' }),
    there({ id: 'won old', status: 'completed', created: '2025-01-01 09:00:00' }),
    there({ id: 'no date' }),
    there({ id: 'late', due: '2026-11-01' }),
    there({ id: 'held', status: 'archived' }),
    there({ id: 'won', status: 'completed' }),
    there({ id: 'soon', due: '2026-12-01' }),
  ]
  expect(inOrder(all).map(({ id }) => id)).toEqual(['late', 'soon', 'no date', 'held', 'won', 'won old', 'lost'])
})

test('merges spellings of a contact and shows the newest email and phone number', () => {
  const people = peopleAt([
    there({ id: 'a', contact: 'Jane Doe', contact_phone: '206 555 0101', created: '2025-01-01 09:00:00' }),
    there({ id: 'b', contact: 'DOE, Jane', contact_email: 'jane@acme.example', created: '2026-05-01 09:00:00' }),
    there({ id: 'c', contact: 'J. Doe', contact_email: 'JANE@acme.example', created: '2025-06-01 09:00:00' }),
    there({ id: 'd', contact: 'Lee Park' }),
    there({ id: 'e' }),
  ])
  expect(people.map(({ name, email, phone, targets }) => [name, email, phone, targets.length])).toEqual([
    ['DOE, Jane', 'jane@acme.example', '206 555 0101', 3],
    ['Lee Park', '', '', 1],
  ])
})

test('links people to their records, and lists contacts who are first on no Target', () => {
  const target = companyTargetOf(
    row({ id: 'a', company: 'Acme', contact: 'Jane Doe', contact_email: 'jane@acme.example' }),
  )
  const contact = (id: string, given: Partial<Contact>): Contact => ({
    id,
    first_name: '',
    last_name: '',
    title: '',
    company: 'Acme',
    emails: [],
    phones: [],
    note: '',
    targets: [{ id: 'a', company: 'Acme', role: 'Other' }],
    last_touch: null,
    modified: '2026-01-01 09:00:00',
    ...given,
  })
  const people = withContactRecords(
    peopleAt([target]),
    [target],
    [
      contact('jane', { first_name: 'Jane', last_name: 'Doe' }),
      contact('tom', { first_name: 'Tom', last_name: 'Hale', phones: ['555'] }),
      contact('elsewhere', { first_name: 'Jane', last_name: 'Doe', targets: [] }),
    ],
  )
  expect(people.map(({ name, contactId, phone }) => [name, contactId, phone])).toEqual([
    ['Jane Doe', 'jane', ''],
    ['Tom Hale', 'tom', '555'],
  ])
  expect(withContactRecords(peopleAt([target]), [target], []).map(({ contactId }) => contactId)).toEqual([undefined])
})

test('leaves lost targets out of the totals and counts Intangible as zero', () => {
  expect(
    sumsOf([
      there({ id: 'a', projected_revenue: 100 }),
      there({ id: 'b', projected_revenue: -1, status: 'archived' }),
      there({ id: 'c', projected_revenue: 500, revenue: 400, status: 'completed' }),
      there({ id: 'd', revenue: -1, status: 'completed' }),
      there({ id: 'e', projected_revenue: 900, status: 'lost' }),
    ]),
  ).toEqual({ projected: 100, won: 400 })
})

test("shows a row's standing and own open step, and the owner's step for an invitation", () => {
  const theirs = task({ user_id: 'lee', description: 'Lunch', due: '' })
  expect(companyTargetOf(row({ id: 'a', tasks: [theirs, task({})], due: '2026-12-01' }))).toMatchObject({
    standing: 'own',
    step: 'Call',
    due: '2026-12-01',
  })
  const invited = row({ id: 'a', owner_id: 'lee', shared: 'pending', tasks: [theirs] })
  expect(companyTargetOf(invited)).toMatchObject({ standing: 'invited', step: 'Lunch' })
  expect(companyTargetOf(row({ id: 'a', owner_id: 'lee', shared: 'accepted' })).standing).toBe('shared')
})

test('lists created, done, and won events from rows without the server, newest first', () => {
  const done = task({ id: 't1', done: 'done', completed: '2026-02-01 09:00:00' })
  const won = row({ id: 'a', status: 'completed', completed: '2026-03-01 09:00:00', revenue: 5, tasks: [done] })
  const events = eventsKnown([won, row({ id: 'b', shared: 'pending' })])
  expect(events.map(({ kind, at }) => `${kind} ${at.slice(0, 10)}`)).toEqual([
    'targetWon 2026-03-01',
    'stepDone 2026-02-01',
    'targetCreated 2026-01-01',
  ])
  expect(events[0]).toMatchObject({ first_name: 'Dana de la', last_name: 'Reyes', data: { revenue: 5 } })
})

test('finds a company by any spelling, and one made only of symbols by its exact name', () => {
  expect(pageKeyOf('ACME, Incorporated')).toBe(pageKeyOf('Acme'))
  expect(pageKeyOf('Acme Bank')).not.toBe(pageKeyOf('Acme Foods'))
  expect([pageKeyOf(' !!! '), pageKeyOf('株式会社東'), pageKeyOf(''), pageKeyOf('  ')]).toEqual([
    '!!!',
    '株式会社東',
    '',
    '',
  ])
})

test('has a URL for any name', () => {
  expect(companyPath('Müller & Söhne, 50%/Co.')).toBe('/company/M%C3%BCller%20%26%20S%C3%B6hne%2C%2050%25%2FCo.')
})

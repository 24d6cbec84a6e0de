import { expect, test } from 'vitest'
import type { Contact } from './contract.ts'
import { duplicatesAmong } from './duplicates.ts'

const aContact = (given: Partial<Contact> & { id: string }): Contact => ({
  first_name: '',
  last_name: '',
  title: '',
  company: '',
  emails: [],
  phones: [],
  note: '',
  targets: [],
  last_touch: null,
  modified: '2026-11-29 09:00:00',
  ...given,
})
const pairsOf = (...contacts: Contact[]) => duplicatesAmong(contacts).map(({ a, b, why }) => [a.id, b.id, why])

test('pairs contacts by address in any case, then by name, then by a similar name at the same company', () => {
  const at = { company: 'Seven Oaks, Inc.' }
  expect(
    pairsOf(
      aContact({ id: '1', first_name: 'Jane', last_name: 'Doe', ...at, emails: ['jane@oaks.example'] }),
      aContact({ id: '2', first_name: 'Doe,', last_name: 'Jane', company: 'SEVEN OAKS' }),
      aContact({ id: '3', first_name: 'Jayne', last_name: 'Doe', ...at }),
      aContact({ id: '4', first_name: 'Max', last_name: 'Roe', company: 'Elsewhere', emails: ['JANE@oaks.example'] }),
    ),
  ).toEqual([
    ['1', '4', 'address'],
    ['1', '2', 'name'],
    ['1', '3', 'near name'],
    ['2', '3', 'near name'],
  ])
})

test('doesn’t pair people with the same name at different companies, or different people at one', () => {
  expect(
    pairsOf(
      aContact({ id: '1', first_name: 'Jane', last_name: 'Doe', company: 'Oak' }),
      aContact({ id: '2', first_name: 'Jane', last_name: 'Doe', company: 'Elm' }),
      aContact({ id: '3', first_name: 'Tom', last_name: 'Birch', company: 'Oak' }),
      aContact({ id: '4', first_name: 'Jane', last_name: 'Doe' }),
    ),
  ).toEqual([])
})

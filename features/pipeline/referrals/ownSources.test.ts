import { expect, test } from 'vitest'
import type { Contact } from '#features/contacts/contract.ts'
import { aRow } from '#features/targets/samples.ts'
import { ownSources } from './ownSources.ts'

const aContact = (id: string, given: Partial<Contact> = {}): Contact => ({
  id,
  first_name: id,
  last_name: 'Finch',
  title: '',
  company: '',
  emails: [],
  phones: [],
  note: '',
  targets: [],
  last_touch: null,
  modified: '2026-01-01 09:00:00',
  ...given,
})
const referral = (user_id: string, outcome: 'open' | 'work' = 'open') => {
  return { id: user_id + outcome, user_id, name: '', about: 'A lease', day: '2026-01-01', outcome }
}
const from = (contact_id: string) => ({ came_from: { contact_id, name: `${contact_id} Finch` } })

test('counts own Targets by source, and own referrals to contacts', () => {
  const targets = [
    aRow({ id: '1', ...from('harold'), status: 'completed', revenue: 48_000 }),
    aRow({ id: '2', ...from('harold'), status: 'completed', revenue: -1 }),
    aRow({ id: '3', ...from('harold') }),
    aRow({ id: '4', ...from('harold'), status: 'deleted' }),
    aRow({ id: '5', ...from('harold'), owner_id: 'lee' }),
    aRow({ id: '6', came_from: { source: 'Website' } }),
    aRow({ id: '7' }),
  ]
  const contacts = [
    aContact('harold', { last_touch: '2026-04-03', sent: [referral('me', 'work'), referral('me'), referral('lee')] }),
    aContact('ana', { sent: [referral('me')] }),
    aContact('ida', { sent: [referral('lee')] }),
  ]
  const shown = ownSources(targets, contacts, 'me').map(({ name, received, won, revenue, sent, worked, lastTouch }) => {
    return [name, received, won, revenue, sent, worked, lastTouch]
  })
  expect(shown).toEqual([
    ['harold Finch', 3, 2, 48_000, 2, 1, '2026-04-03'],
    ['Website', 1, 0, 0, null, null, null],
    ['ana Finch', 0, 0, 0, 1, 0, null],
  ])
})

test('names the contacts in a circle', () => {
  const on = (id: string) => ({
    contacts: [{ id, name: '', role: 'Other', first: true, email: '', phone: '' }],
  })
  const targets = [
    aRow({ id: '1', ...from('harold'), ...on('ana') }),
    aRow({ id: '2', ...from('ana'), ...on('harold') }),
    aRow({ id: '3', ...from('ida'), ...on('harold') }),
  ]
  const contacts = ['harold', 'ana', 'ida'].map((id) => aContact(id))
  expect(ownSources(targets, contacts, 'me').map(({ name, circle }) => [name, circle])).toEqual([
    ['ana Finch', ['harold Finch']],
    ['harold Finch', ['ana Finch']],
    ['ida Finch', null],
  ])
})

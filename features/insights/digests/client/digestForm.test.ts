import { expect, test } from 'vitest'
import type { Audience } from '#core/contract/access.ts'
import { digestMessages } from '../fields.ts'
import { skippedItems } from '../items.ts'
import type { DistributionList } from '../lists.ts'
import {
  blank,
  contactsOf,
  type DigestFormItem,
  type DigestValues,
  digestInput,
  moved,
  validateForm,
  withItem,
  withoutRecipient,
  withPerson,
} from './digestForm.ts'
import { formatSkipped } from './digestLabels.ts'
import { contactsWithout } from './useContacts.ts'

const NOW = '2027-01-04T17:00:00.000Z'
const when = { now: NOW, zone: 'America/Los_Angeles' }
const own = (contentId: string): DigestFormItem => ({ contentId, isAuto: false })
const auto = (contentId: string): DigestFormItem => ({ contentId, isAuto: true })
const link: DigestFormItem = {
  link: {
    preview_id: null,
    url: 'https://vimeo.com/1',
    title: 'A',
    description: '',
    provider: 'Vimeo',
    thumbnail: '',
    duration: '',
  },
}
const values = (more: Partial<DigestValues> = {}): DigestValues => ({
  ...blank('Dana Reyes', '2027-01-04'),
  title: 'Tax',
  description: 'Four things.',
  template_id: 't',
  items: [own('a')],
  user_ids: ['u'],
  ...more,
})
const said: string[] = []
const add = (items: DigestFormItem[], item: DigestFormItem) => withItem(items, item, (sentence) => said.push(sentence))

test('rejects less than five minutes ahead in the form, without calling the server', () => {
  // 9:00 AM in that time zone.
  expect(validateForm(values({ day: '2027-01-04', time: '09:05' }), when)).toEqual({})
  const late = { ...when, now: '2027-01-04T17:00:01.000Z' }
  expect(validateForm(values({ day: '2027-01-04', time: '09:05' }), late)).toEqual({ day: digestMessages.tooSoon })
  expect(validateForm(values({ day: '' }), when)).toEqual({ day: 'Required' })
})

test('reports an empty value under the name of its field', () => {
  const wrong = validateForm(values({ title: '', description: '', template_id: '', items: [], user_ids: [] }), when)
  expect(Object.keys(wrong).sort()).toEqual(['description', 'items', 'template_id', 'title', 'user_ids'])
  expect(validateForm(values({ items: [], auto_populate: true }), when)).toEqual({})
})

test('contains no item twice, and moves an auto-populated favorite up once it is chosen', () => {
  expect(add([own('a')], own('a'))).toBeNull()
  expect(add([link], link)).toBeNull()
  expect(said).toEqual([digestMessages.added, digestMessages.added])
  expect(add([own('a'), auto('b'), auto('c')], own('c'))).toEqual([own('a'), own('c'), auto('b')])
  expect(add([own('a'), auto('b')], own('d'))).toEqual([own('a'), own('d'), auto('b')])
  expect(moved([own('a'), own('b'), own('c')], 2, 0)).toEqual([own('c'), own('a'), own('b')])
})

test("doesn't send auto-populated favorites, which the server chooses", () => {
  const input = digestInput(values({ items: [own('a'), link, auto('b')], auto_populate: true }), true)
  expect(input.videoinsight_ids).toEqual(['a'])
  expect(input.external_content).toHaveLength(1)
  expect(input).toMatchObject({ draft: true, auto_populate: true, date: '2027-01-05 08:00:00', frequency: 1 })
})

test('counts each person once across names, lists, and current groups', () => {
  const lists = [
    {
      id: 'l',
      users: [
        { user_id: 'a', is_deactivated: false },
        { user_id: 'gone', is_deactivated: true },
      ],
      group_ids: ['g'],
    },
  ] as unknown as DistributionList[]
  const reach = { users: [], groups: [{ id: 'g', name: 'Tax', user_ids: ['a', 'b'] }] } as unknown as Audience
  expect([...contactsOf({ user_ids: ['b', 'c'], list_ids: ['l'] }, lists, reach)].sort()).toEqual(['a', 'b', 'c'])
})

test("leaves a list's person out until included, and deselects a person selected by name", () => {
  const lists = [
    { id: 'l', users: ['a', 'b'].map((user_id) => ({ user_id, is_deactivated: false })), group_ids: [] },
  ] as unknown as DistributionList[]
  const reach = { users: ['a', 'b', 'c'].map((user_id) => ({ user_id })), groups: [] } as unknown as Audience
  const given = { user_ids: ['b', 'c'], list_ids: ['l'], left_out_ids: [] }
  const without = withoutRecipient(given, 'b', lists, reach)
  expect(without).toEqual({ user_ids: ['c'], list_ids: ['l'], left_out_ids: ['b'] })
  expect(withoutRecipient(given, 'c', lists, reach)).toEqual({ ...given, user_ids: ['b'] })
  expect(withPerson(without, 'b', lists, reach)).toEqual({ ...given, user_ids: ['c'] })
  expect(withPerson({ ...given, user_ids: ['b'] }, 'c', lists, reach)).toEqual(given)
  // The selection of everyone remains.
  const everyone = { user_ids: ['a', 'b', 'c'], list_ids: [], left_out_ids: [] }
  expect(withoutRecipient(everyone, 'c', lists, reach)).toEqual({ ...everyone, left_out_ids: ['c'] })
})

test('splits the selected people into recipients and others, each counted once with one reason', () => {
  const unmailed = [
    { user_id: 'over', reason: skippedItems.unsubscribed },
    { user_id: 'blind', reason: skippedItems.noInsights },
    { user_id: 'blind2', reason: skippedItems.noInsights },
    { user_id: 'back', reason: skippedItems.suppressed },
    { user_id: 'not chosen', reason: skippedItems.unsubscribed },
  ]
  const chosen = new Set(['a', 'b', 'out', 'over', 'blind', 'blind2', 'back'])
  const { ids, left } = contactsWithout(chosen, ['out', 'over', 'not chosen either'], unmailed)
  expect([...ids]).toEqual(['a', 'b'])
  expect(ids.size + left.length).toBe(chosen.size)
  expect(formatSkipped(ids.size, left)).toBe(
    'That leaves 2 of 7 people: 2 are left out, 2 don’t see Insights, and 1 has an address that bounced.',
  )
  const one = contactsWithout(new Set(['over']), [], unmailed)
  expect(formatSkipped(one.ids.size, one.left)).toBe('That leaves 0 of 1 person: 1 has unsubscribed.')
  const thousand = Array.from({ length: 1200 }, (_, at) => ({ user_id: `${at}`, reason: skippedItems.unsubscribed }))
  expect(formatSkipped(1000, thousand)).toBe('That leaves 1,000 of 2,200 people: 1,200 have unsubscribed.')
})

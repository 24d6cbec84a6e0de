import { expect, test } from 'vitest'
import type { Reach } from '#core/contract/access.ts'
import { digestSentences } from '../fields.ts'
import type { DistributionList } from '../lists.ts'
import { blank, contactsOf, type DigestValues, type Item, inputOf, moved, withItem, wrongIn } from './digestForm.ts'

const NOW = '2027-01-04T17:00:00.000Z'
const when = { now: NOW, zone: 'America/Los_Angeles' }
const own = (contentId: string): Item => ({ contentId, isAuto: false })
const auto = (contentId: string): Item => ({ contentId, isAuto: true })
const link: Item = {
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
const add = (items: Item[], item: Item) => withItem(items, item, (sentence) => said.push(sentence))

test('The form asks for five minutes: a second less is too soon, and the server is never asked', () => {
  // Nine in the morning there.
  expect(wrongIn(values({ day: '2027-01-04', time: '09:05' }), when)).toEqual({})
  const late = { ...when, now: '2027-01-04T17:00:01.000Z' }
  expect(wrongIn(values({ day: '2027-01-04', time: '09:05' }), late)).toEqual({ day: digestSentences.tooSoon })
  expect(wrongIn(values({ day: '' }), when)).toEqual({ day: 'Required' })
})

test('What is empty is named by the field that it is typed into', () => {
  const wrong = wrongIn(values({ title: '', description: '', template_id: '', items: [], user_ids: [] }), when)
  expect(Object.keys(wrong).sort()).toEqual(['description', 'items', 'template_id', 'title', 'user_ids'])
  expect(wrongIn(values({ items: [], auto_populate: true }), when)).toEqual({})
})

test('Nothing is in it twice; a favorite that came by itself becomes one’s own, before those that did not', () => {
  expect(add([own('a')], own('a'))).toBeNull()
  expect(add([link], link)).toBeNull()
  expect(said).toEqual([digestSentences.added, digestSentences.added])
  expect(add([own('a'), auto('b'), auto('c')], own('c'))).toEqual([own('a'), own('c'), auto('b')])
  expect(add([own('a'), auto('b')], own('d'))).toEqual([own('a'), own('d'), auto('b')])
  expect(moved([own('a'), own('b'), own('c')], 2, 0)).toEqual([own('c'), own('a'), own('b')])
})

test('Favorites that came by themselves are the server’s own affair, and are not sent', () => {
  const input = inputOf(values({ items: [own('a'), link, auto('b')], auto_populate: true }), true)
  expect(input.videoinsight_ids).toEqual(['a'])
  expect(input.external_content).toHaveLength(1)
  expect(input).toMatchObject({ draft: true, auto_populate: true, date: '2027-01-05 08:00:00', frequency: 1 })
})

test('Who is meant is counted once: by name, on a list, in a group as it is now', () => {
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
  const reach = { users: [], groups: [{ id: 'g', name: 'Tax', user_ids: ['a', 'b'] }] } as unknown as Reach
  expect([...contactsOf({ user_ids: ['b', 'c'], list_ids: ['l'] }, lists, reach)].sort()).toEqual(['a', 'b', 'c'])
})

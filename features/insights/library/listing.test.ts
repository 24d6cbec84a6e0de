import { expect, test } from 'vitest'
import type { LibraryItem } from './contract.ts'
import { hasTag, hostOf, kindAddressOf, matchesItemSearch, measureOf, truncateItemText } from './listing.ts'

const content = (some: Partial<LibraryItem>) =>
  ({
    name: '',
    description: '',
    tag_names: '',
    tags_id: [],
    duration: '',
    pages: 0,
    blog_url: '',
    ...some,
  }) as LibraryItem

test('eighty characters of a description stand on a card', () => {
  expect(truncateItemText('x'.repeat(80))).toBe('x'.repeat(80))
  expect(truncateItemText('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`)
})

test('every word that is looked for has to be there, in the name, the description or the tags', () => {
  const one = content({ name: 'Year-end planning', description: 'Deadlines', tag_names: 'Tax,Owners' })
  expect(['planning tax', 'DEADLINES', ''].map((words) => matchesItemSearch(one, words))).toEqual([true, true, true])
  expect(matchesItemSearch(one, 'planning merger')).toBe(false)
})

test('one of the tags is enough, and no tag keeps nothing out', () => {
  const one = content({ tags_id: ['a'] })
  expect([new Set<string>(), new Set(['a', 'b']), new Set(['b'])].map((tags) => hasTag(one, tags))).toEqual([
    true,
    true,
    false,
  ])
})

test('a picture says how long it plays, how many pages it has, or where it leads', () => {
  expect([
    measureOf(content({ duration: '10:24' })),
    measureOf(content({ pages: 1 })),
    measureOf(content({ pages: 32 })),
    measureOf(content({ blog_url: 'https://www.example.com/a?b' })),
    measureOf(content({})),
  ]).toEqual(['10:24', '1 page', '32 pages', 'example.com', ''])
  expect(hostOf('no address')).toBe('')
})

test('a kind is found however its address is typed, and nothing else is one', () => {
  expect(['FAQs', 'faqs', 'Videos', 'tostring', 'library', ''].map(kindAddressOf)).toEqual([
    'FAQs',
    'FAQs',
    'videos',
    null,
    null,
    null,
  ])
})

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

test('shows eighty characters of a description on a card', () => {
  expect(truncateItemText('x'.repeat(80))).toBe('x'.repeat(80))
  expect(truncateItemText('x'.repeat(81))).toBe(`${'x'.repeat(80)}…`)
})

test('requires every search word in the name, the description, or the tags', () => {
  const one = content({ name: 'Year-end planning', description: 'Deadlines', tag_names: 'Tax,Owners' })
  expect(['planning tax', 'DEADLINES', ''].map((words) => matchesItemSearch(one, words))).toEqual([true, true, true])
  expect(matchesItemSearch(one, 'planning merger')).toBe(false)
})

test('matches any of the tags, and everything without tags', () => {
  const one = content({ tags_id: ['a'] })
  expect([new Set<string>(), new Set(['a', 'b']), new Set(['b'])].map((tags) => hasTag(one, tags))).toEqual([
    true,
    true,
    false,
  ])
})

test('shows the duration, the number of pages, or the host on a thumbnail', () => {
  expect([
    measureOf(content({ duration: '10:24' })),
    measureOf(content({ pages: 1 })),
    measureOf(content({ pages: 32 })),
    measureOf(content({ blog_url: 'https://www.example.com/a?b' })),
    measureOf(content({})),
  ]).toEqual(['10:24', '1 page', '32 pages', 'example.com', ''])
  expect(hostOf('no address')).toBe('')
})

test('finds a kind by its URL in any case, and rejects others', () => {
  expect(['FAQs', 'faqs', 'Videos', 'tostring', 'library', ''].map(kindAddressOf)).toEqual([
    'FAQs',
    'FAQs',
    'videos',
    null,
    null,
    null,
  ])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaletteItem } from './palette.ts'
import { atStart, matchScore, search } from './paletteSearch.ts'

const item = (label: string, detail?: string): PaletteItem => ({ key: label, label, detail, run: () => undefined })
const targets = {
  title: 'Targets',
  items: ['Halden Shipping', 'Shaldon Hall', 'Chalice Foods', 'North Harbour', 'Élan Vital'].map((name) => item(name)),
}
const commands = { title: 'Commands', items: [item('New Target'), item('Log out'), item('Dark look')] }
const found = (query: string, recent: string[] = []) =>
  search([targets, commands], query, recent).flatMap(({ items }) => items.map(({ label }) => label))

test('ranks labels that start with the words first, then word starts, then matches inside a word', () => {
  expect(found('hal')).toEqual(['Halden Shipping', 'Shaldon Hall', 'Chalice Foods'])
  expect(found('ship')).toEqual(['Halden Shipping'])
})
test('finds a name by initials and letters in order, but not by too few letters', () => {
  expect(found('hs')).toEqual(['Halden Shipping'])
  expect(found('hldn')).toEqual(['Halden Shipping'])
  expect(found('ld')).toEqual(['Halden Shipping', 'Shaldon Hall'])
  expect(found('zz')).toEqual([])
})
test('requires every word to match, ignoring capitals and accents', () => {
  expect(found('shipping HALDEN')).toEqual(['Halden Shipping'])
  expect(found('elan')).toEqual(['Élan Vital'])
  expect(found('halden foods')).toEqual([])
})
test('ranks recent items first among equals, and the best matching group first', () => {
  expect(found('l', ['Log out'])[0]).toBe('Log out')
  const two = { title: 'Targets', items: [item('Acme One'), item('Acme Two')] }
  expect(search([two], 'acme', ['Acme Two'])[0]!.items[0]!.label).toBe('Acme Two')
  expect(search([targets, commands], 'new', [])[0]!.title).toBe('Commands')
})
test('ranks a match in the label above the same match in the detail', () => {
  expect(matchScore(item('Acme', 'Jane Doe'), 'acme')).toBeGreaterThan(matchScore(item('Other', 'acme'), 'acme'))
  expect(matchScore(item('Other', 'Jane Doe'), 'jane')).toBeGreaterThan(0)
})
test('lists recent items first before anything is typed, latest first, without deleted ones', () => {
  expect(atStart([targets, commands], [commands], ['Chalice Foods', 'gone', 'Log out'])).toEqual([
    { title: 'Recent', items: [targets.items[2], commands.items[1]] },
    commands,
  ])
})
test('always finds an item by its label, regardless of its characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (label) => {
      fc.pre(label.normalize('NFD').replace(/\p{M}/gu, '').trim() !== '')
      expect(matchScore(item(label), label)).toBeGreaterThan(0)
    }),
  )
})

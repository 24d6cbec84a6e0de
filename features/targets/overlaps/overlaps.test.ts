import { expect, test } from 'vitest'
import { companyKeyOf, isSameCompany, spellingsOf } from '#core/contract/companyKeys.ts'
import { contactKeyOf, similarity } from '#core/contract/nameKeys.ts'
import { overlapPairs } from './overlapPairs.ts'

test('is right for 95 in 100 reported pairs, and finds 90 in 100 equal ones', () => {
  expect(overlapPairs.length).toBeGreaterThanOrEqual(300)
  const told = overlapPairs.map((pair) => ({ ...pair, isTold: isSameCompany(pair.a, pair.b) }))
  const right = told.filter(({ isTold, isSame }) => isTold && isSame).length
  const precision = right / told.filter(({ isTold }) => isTold).length
  const recall = right / told.filter(({ isSame }) => isSame).length
  const wrong = told.filter(({ isTold, isSame }) => isTold !== isSame).map(({ a, b }) => `${a} | ${b}`)
  expect(precision, wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(recall, wrong.join('\n')).toBeGreaterThanOrEqual(0.9)
})

test('gives the same result for two names in either order', () => {
  for (const { a, b } of overlapPairs) expect([a, b, isSameCompany(a, b)]).toEqual([a, b, isSameCompany(b, a)])
})

test('ignores case, accents, punctuation, legal forms, and spellings of "and"', () => {
  expect(companyKeyOf('  ACME, Inc. ')).toBe('acme')
  expect(companyKeyOf('Fils et Frères S.A.R.L.')).toBe('fils freres')
  expect(companyKeyOf('Brandt & Söhne GmbH & Co. KG')).toBe('brandt soehne')
  expect(companyKeyOf('I.B.M. Corp.')).toBe('ibm')
})

test('matches words in another order, but not different words', () => {
  expect(isSameCompany('Baker McKenzie', 'McKenzie & Baker LLP')).toBe(true)
  expect(isSameCompany('Tamsin Bay Ferries', 'Ferries Tamsin Bay')).toBe(true)
  expect(isSameCompany('Acme Bank', 'Bank Foods')).toBe(false)
})

test('keeps a name that is only a legal form', () => {
  expect(companyKeyOf('Company')).toBe('company')
  expect(companyKeyOf('The Co.')).not.toBe('')
  expect(companyKeyOf('!!!')).toBe('')
  expect(isSameCompany('', '')).toBe(false)
})

test('matches a person with a title or with the last name first', () => {
  expect(contactKeyOf('Dr. Zoë Müller')).toBe(contactKeyOf('Mueller, Zoe'))
  expect(contactKeyOf('Lee Park, Jr.')).toBe('lee park')
  expect(contactKeyOf('Lee Park')).not.toBe(contactKeyOf('Lea Park'))
})

test('returns similarity 1 for equal names, 0 for nothing shared, and few spellings for a long name', () => {
  expect([similarity('acme', 'acme'), similarity('acme', 'xyz')]).toEqual([1, 0])
  expect(spellingsOf('very long name '.repeat(20).trim()).length).toBeLessThanOrEqual(60)
})

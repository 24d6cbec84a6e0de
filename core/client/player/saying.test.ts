import { expect, test } from 'vitest'
import { durationParts } from './saying.ts'

test('separates the search term, in its original letters', () => {
  expect(durationParts('On Tuesday, or tuesday week?', 'TUESDAY')).toEqual([
    'On ',
    'Tuesday',
    ', or ',
    'tuesday',
    ' week?',
  ])
  expect(durationParts('Café, résumé', 'resume')).toEqual(['Café, ', 'résumé', ''])
  expect(durationParts('No such thing', 'lease')).toEqual(['No such thing'])
  expect(durationParts('Anything', '  ')).toEqual(['Anything'])
})

test('treats no character as special and splits none', () => {
  expect(durationParts('95 % (really) played', '(really)')).toEqual(['95 % ', '(really)', ' played'])
  expect(durationParts('👍🏽 yes', 'yes')).toEqual(['👍🏽 ', 'yes', ''])
  expect(durationParts('aaa', 'aa')).toEqual(['', 'aa', 'a'])
})

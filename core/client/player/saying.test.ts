import { expect, test } from 'vitest'
import { durationParts } from './saying.ts'

test('what is searched for stands alone, with its own letters', () => {
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

test('no sign is special, and none is torn', () => {
  expect(durationParts('95 % (really) played', '(really)')).toEqual(['95 % ', '(really)', ' played'])
  expect(durationParts('👍🏽 yes', 'yes')).toEqual(['👍🏽 ', 'yes', ''])
  expect(durationParts('aaa', 'aa')).toEqual(['', 'aa', 'a'])
})

import { expect, test } from 'vitest'
import { partsOf } from './saying.ts'

test('what is searched for stands alone, with its own letters', () => {
  expect(partsOf('On Tuesday, or tuesday week?', 'TUESDAY')).toEqual(['On ', 'Tuesday', ', or ', 'tuesday', ' week?'])
  expect(partsOf('Café, résumé', 'resume')).toEqual(['Café, ', 'résumé', ''])
  expect(partsOf('No such thing', 'lease')).toEqual(['No such thing'])
  expect(partsOf('Anything', '  ')).toEqual(['Anything'])
})

test('no sign is special, and none is torn', () => {
  expect(partsOf('95 % (really) played', '(really)')).toEqual(['95 % ', '(really)', ' played'])
  expect(partsOf('👍🏽 yes', 'yes')).toEqual(['👍🏽 ', 'yes', ''])
  expect(partsOf('aaa', 'aa')).toEqual(['', 'aa', 'a'])
})

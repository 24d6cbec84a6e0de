import { expect, test } from 'vitest'
import { inOrderOf } from './rowOrder.ts'

const names = ['Zimmer', 'Łódź Mills', 'Bank 10', 'ápex', 'Bank 9', '', 'Apex']

test('orders names without their accents and case, and numbers in them by size', () =>
  expect(inOrderOf(names, (name) => name, false)).toEqual([
    'ápex',
    'Apex',
    'Bank 9',
    'Bank 10',
    'Łódź Mills',
    'Zimmer',
    '',
  ]))

test('keeps equal names in place and empty ones last in descending order', () =>
  expect(inOrderOf(names, (name) => name, true)).toEqual([
    'Zimmer',
    'Łódź Mills',
    'Bank 10',
    'Bank 9',
    'ápex',
    'Apex',
    '',
  ]))

test('orders numbers by size with missing ones last', () =>
  expect(inOrderOf([10, null, 9, -1], (number) => number, true)).toEqual([10, 9, -1, null]))

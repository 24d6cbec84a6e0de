import { expect, test } from 'vitest'
import { stepStarters } from '#features/targets/forms/contract.ts'
import { starterKey, starterOf } from './starters.ts'

test("finds the starter in a step's first words, ignoring case and accents", () => {
  expect(starterOf('Send the draft engagement letter', stepStarters)).toBe('Send')
  expect(starterOf('  FOLLOW   up with Ingrid', stepStarters)).toBe('Follow up')
  expect(starterOf('ask, once more', stepStarters)).toBe('Ask')
  expect(starterOf('Envoyer', ['Énvoyer'])).toBe('Énvoyer')
  expect(starterOf('Réunir le comité', ['reunir'])).toBe('reunir')
})

test('ignores words that only begin with a starter, and starters further on', () => {
  expect(starterOf('Sending the letter', stepStarters)).toBeUndefined()
  expect(starterOf('Asked for the file', stepStarters)).toBeUndefined()
  expect(starterOf('Please send it', stepStarters)).toBeUndefined()
  expect(starterOf('', stepStarters)).toBeUndefined()
  expect(starterOf('Anything', ['', ' '])).toBeUndefined()
})

test('prefers the longer of two starters', () => {
  expect(starterOf('Follow up on the offer', ['Follow', 'Follow up'])).toBe('Follow up')
  expect(starterOf('Follow the offer', ['Follow up', 'Follow'])).toBe('Follow')
})

test('treats starters as equal that differ only in spaces, case, or accents', () => {
  expect(starterKey(' Follow  Up ')).toBe('follow up')
  expect(starterKey('RÉUNIR')).toBe('reunir')
})

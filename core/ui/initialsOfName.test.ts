import { expect, test } from 'vitest'
import { initialsOfName } from './initialsOfName.ts'

test.each([
  ['Dana Reyes', 'DR'],
  ['Ana de la Cruz', 'AC'],
  ['Bob', 'B'],
  ['Bob (left)', 'B'],
  ['', '?'],
])('gives “%s” the initials %s', (name, initials) => {
  expect(initialsOfName(name)).toBe(initials)
})

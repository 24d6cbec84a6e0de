import { expect, test } from 'vitest'
import { savedIn, withSavedSteps } from './keptSteps.ts'

test("finds saved steps in the note, the latest first, and keeps the note's text", () => {
  const note = withSavedSteps(withSavedSteps('Met at the fair.', 'Send the page'), 'Call Nora')
  expect(note.split('\n')[0]).toBe('Met at the fair.')
  expect(savedIn(note)).toEqual(['Call Nora', 'Send the page'])
  expect(savedIn('Met at the fair.')).toEqual([])
  expect(savedIn(withSavedSteps('', 'Call Nora'))).toEqual(['Call Nora'])
})

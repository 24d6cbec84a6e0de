import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { charactersOf, MISSING, shownBy } from './shown.ts'

const pdfmake = dirname(createRequire(import.meta.url).resolve('pdfmake/package.json'))
const shown = shownBy(charactersOf(join(pdfmake, 'fonts/Roboto/Roboto-Regular.ttf')))

test('what the font has stays as it is: Latin with accents, Greek, Cyrillic, dashes and money', () => {
  for (const text of ['Müller & Söhne – “quoted” €1,200', 'Zoë Łukasik', 'Ада Иванова', 'Αθήνα', 'a\nb'])
    expect(shown(text)).toBe(text)
  expect(shown('Zoe\u0308')).toBe('Zoë')
})

test('what it has not is marked, once for each run, and nothing else is lost', () => {
  expect(shown('日本語 Mills 🎉')).toBe(`${MISSING} Mills ${MISSING}`)
  expect(shown('Call 👩‍👩‍👧 now')).toBe(`Call ${MISSING} now`)
  expect(shown(MISSING)).toBe(MISSING)
})

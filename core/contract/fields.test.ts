import { expect, test } from 'vitest'
import { messages, requiredText, text } from './fields.ts'

const unseen = {
  'zero-width space': '\u200b',
  joiner: '\u2060',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  filler: '\u3164',
  mark: '\u200e',
}

for (const [name, character] of Object.entries(unseen))
  test(`treats a name of only one ${name} and blanks as empty`, () => {
    const read = requiredText(40).safeParse(` ${character} ${character}`)
    expect(read.error?.issues.map(({ message }) => message)).toEqual([messages.complete])
    expect(text(40).parse(character)).toBe('')
  })

test('keeps such characters inside visible text', () => {
  for (const kept of ['👩‍🚀', 'می‌خواهم', 'co\u00adoperation']) expect(requiredText(40).parse(kept)).toBe(kept)
})

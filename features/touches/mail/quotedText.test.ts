import { expect, test } from 'vitest'
import { ownTextOf } from './quotedText.ts'
import { attributionsOf, everyAttribution, ownTexts, replyText } from './testing/replies.ts'
import { textLinesOf } from './textLines.ts'

const own = (text: string) => ownTextOf(textLinesOf(text)).text
/** Blanks at the end of a line aren't kept. */
const kept = (text: string) => text.replace('-- \n', '--\n')
const jane = { name: 'Jane Doe', address: 'jane@acme.example' }

test.each(everyAttribution(jane))('It removes the reply below %j', ({ language, attribution }) => {
  expect(own(replyText(ownTexts[language], attribution, 'Old text\n\nMore'))).toBe(kept(ownTexts[language]))
  // Some programs don't mark the quoted lines.
  expect(own(`${ownTexts[language]}\n\n${attribution}\n\nOld text`)).toBe(kept(ownTexts[language]))
})

test('It keeps answers between quoted lines', () => {
  expect(own(`${attributionsOf(jane).en[0]}\n> First?\nYes.\n> Second?\nNo.`)).toBe('Yes.\nNo.')
})

test.each([
  'On Monday we met. He wrote: nothing.',
  'As Jane wrote:\nThe offer is fine.',
  'Am Montag schrieb er nichts.\nGruß',
  'Le 5 mai, nous avons signé.',
  'El lunes escribió una carta.\nUn saludo',
  'Original message was lost.',
  'Forwarded message\nfollows tomorrow.',
  'Hello\n--\nJane Doe\nAcme',
  'a - b\n--- c ---\nd',
])('It keeps the normal text %j', (text) => {
  expect(own(text)).toBe(text)
})

test.each([
  'Thanks\n\n________________________________\nFrom: Jane <jane@acme.example>\nSent: Monday\nTo: Bob\nSubject: x\n\nold',
  'Thanks\n\n-----Original Message-----\nold without headers',
  'Thanks\n\n-----Message d’origine-----\nDe : Jane',
  'Thanks\n\n--- Original Message ---\nOn Tuesday, May 5th, 2026 at 10:11 AM, Jane Doe <jane@acme.example> wrote:\n\n> hi',
  'Thanks\n\n> quoted\n> only',
])('It cuts what follows %j', (text) => {
  expect(own(text)).toBe('Thanks')
})

test('It cuts a text after twenty thousand characters', () => {
  const long = ownTextOf(textLinesOf('word '.repeat(10_000)))
  expect(long.text).toHaveLength(20_000)
  expect(long.isCut).toBe(true)
  const emoji = ownTextOf(textLinesOf('😀'.repeat(10_001)))
  expect(emoji.text.isWellFormed()).toBe(true)
  expect(ownTextOf(textLinesOf('a\n'.repeat(5_000))).isCut).toBe(true)
  expect(ownTextOf(textLinesOf(`a\n${'> b\n'.repeat(5_000)}`))).toEqual({ text: 'a', isCut: false })
  expect(ownTextOf(textLinesOf('short'))).toEqual({ text: 'short', isCut: false })
})

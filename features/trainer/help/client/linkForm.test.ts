import { expect, test } from 'vitest'
import type { HelpLink, HelpLinks } from '../contract.ts'
import { lineOf, linksIn, secondOf, typedLinks, validateLink } from './linkForm.ts'

const [lesson, sheet, asset] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
]
const known: HelpLinks = {
  help: [],
  lessons: [
    {
      id: lesson,
      number: 14,
      title: 'Send one page',
      seconds: 71,
      worksheet: { id: sheet, questions: [{ key: 'q2', text: 'Why now?' }] },
    },
  ],
  assets: [{ id: asset, name: 'Fee table' }],
}
const links: HelpLink[] = [
  { kind: 'lesson', id: lesson, second: 65 },
  { kind: 'question', id: sheet, question: 'q2' },
  { kind: 'asset', id: asset },
]

test('returns the links unchanged from an unedited form', () => {
  expect(linksIn(typedLinks(links))).toEqual(links)
  expect(linksIn(typedLinks([]))).toEqual([])
  expect(typedLinks(links).first.at).toBe('1:05')
})

test('parses minutes and seconds and nothing else', () => {
  expect(['6:20', ' 0:07 ', '75:00', '1:02:03'].map(secondOf)).toEqual([380, 7, 4500, 3723])
  expect(['', '6', '6:7', '6:60', 'soon', '-1:00'].map(secondOf)).toEqual([null, null, null, null, null, null])
})

test('reports missing fields, and a time after the end of the video', () => {
  const typed = typedLinks(links)
  expect(validateLink(typed, known)).toEqual({})
  expect(validateLink({ ...typed, first: { ...typed.first, at: '1:11' } }, known)).toEqual({
    'first.at': 'This lesson ends at 1:11.',
  })
  expect(
    validateLink(
      {
        first: { ...typed.first, lesson: '', at: 'x' },
        second: { ...typed.second, question: '' },
        third: { ...typed.third, asset: '' },
      },
      known,
    ),
  ).toEqual({
    'first.lesson': 'Choose a lesson.',
    'first.at': 'Enter minutes and seconds, such as 6:20.',
    'second.question': 'Choose a question.',
    'third.asset': 'Choose an asset.',
  })
})

test('names a link by its destination', () => {
  expect(links.map((link) => lineOf(link, known))).toEqual([
    'Send one page, from 1:05',
    'Send one page: Why now?',
    'Fee table',
  ])
})

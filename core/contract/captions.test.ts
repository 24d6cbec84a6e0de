import { expect, test } from 'vitest'
import { cueAt, cuesOf, readCaptions, writeWebVtt } from './captions.ts'

test('reads back any text it wrote unchanged', () => {
  const cues = [
    { from: 0, to: 1.25, text: 'a < b --> c & "d"' },
    { from: 59.9996, to: 3725.001, text: 'two\nlines' },
  ]
  const text = writeWebVtt(cues)
  expect(text).toMatch(/^WEBVTT\n\n00:00:00.000 --> 00:00:01.250\n/)
  expect(readCaptions(text)).toEqual([cues[0], { ...cues[1], from: 60 }])
})

test('finds the last caption that has started at a given second', () => {
  const cues = [1, 5, 9].map((from) => ({ from, to: from + 2, text: 'x' }))
  expect([0, 1, 4.9, 5, 100].map((at) => cueAt(cues, at))).toEqual([-1, 0, 0, 1, 2])
})

test('spreads text without times over the video, sentence by sentence', () => {
  const cues = cuesOf('Call them. Then write down what they said!', 60)
  expect(cues.map(({ text }) => text)).toEqual(['Call them.', 'Then write down what they said!'])
  expect(cues[0]!.from).toBe(0)
  expect(cues[0]!.to).toBe(cues[1]!.from)
  expect(cues[1]!.to).toBeCloseTo(60)
  expect(cuesOf('  \n', 60)).toEqual([])
})

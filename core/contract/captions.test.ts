import { expect, test } from 'vitest'
import { captionLimits, cueAt, cuesOf, readCaptions, writeWebVtt } from './captions.ts'
import type { Refusal } from './errors.ts'

const VTT = `\ufeffWEBVTT - a title

NOTE
This is not said.

STYLE
::cue { background: url(https://elsewhere.example/) }

intro
00:01.000 --> 00:04.500 line:0 align:start
<v Colin>Most first meetings</v> end with
a promise &amp; a smile.

01:00:00.000 --> 01:00:02.000
\u202eReversed</b>
`

test('WebVTT is read as what is said and when, without styles, tags and signs that turn the text round', () => {
  expect(readCaptions(VTT)).toEqual([
    { from: 1, to: 4.5, text: 'Most first meetings end with\na promise & a smile.' },
    { from: 3600, to: 3602, text: 'Reversed' },
  ])
})

test('SubRip is read too, and captions come in order', () => {
  const srt =
    '2\r\n00:00:05,250 --> 00:00:06,000\r\nSecond\r\n\r\n1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>First</i>\r\n'
  expect(readCaptions(srt)).toEqual([
    { from: 1, to: 2, text: 'First' },
    { from: 5.25, to: 6, text: 'Second' },
  ])
})

test('What is written is read as the same again, whatever is said', () => {
  const cues = [
    { from: 0, to: 1.25, text: 'a < b --> c & "d"' },
    { from: 59.9996, to: 3725.001, text: 'two\nlines' },
  ]
  const text = writeWebVtt(cues)
  expect(text).toMatch(/^WEBVTT\n\n00:00:00.000 --> 00:00:01.250\n/)
  expect(readCaptions(text)).toEqual([cues[0], { ...cues[1], from: 60 }])
})

test('What can not be read is refused with a sentence that says where', () => {
  const said = (text: string) => {
    try {
      return readCaptions(text)
    } catch (error) {
      return (error as Refusal).message
    }
  }
  expect(said('')).toBe('There are no captions in this file. Please choose a .vtt or .srt file.')
  expect(said('<html><body>Hello</body></html>')).toContain('There are no captions')
  expect(said('WEBVTT\n\n1:00 --> 2:00\nx')).toBe('Line 3 is not a time such as 00:01:05.000 --> 00:01:09.000.')
  expect(said('WEBVTT\n\n00:05.000 --> 00:04.000\nx')).toBe('The caption in line 3 ends before it begins.')
  expect(said('x'.repeat(captionLimits.characters + 1))).toBe('These captions are too long. 500,000 characters fit.')
  expect(said(`00:01.000 --> 00:02.000\n${'x'.repeat(1001)}`)).toContain('too long for a screen')
  const many = Array.from({ length: captionLimits.cues + 1 }, () => '00:01.000 --> 00:02.000\nx\n').join('\n')
  expect(said(many)).toBe('These are too many captions. 5,000 fit.')
})

test('The caption of a second is the last that has begun', () => {
  const cues = [1, 5, 9].map((from) => ({ from, to: from + 2, text: 'x' }))
  expect([0, 1, 4.9, 5, 100].map((at) => cueAt(cues, at))).toEqual([-1, 0, 0, 1, 2])
})

test('A text without times is spread over the video by its sentences', () => {
  const cues = cuesOf('Call them. Then write down what they said!', 60)
  expect(cues.map(({ text }) => text)).toEqual(['Call them.', 'Then write down what they said!'])
  expect(cues[0]!.from).toBe(0)
  expect(cues[0]!.to).toBe(cues[1]!.from)
  expect(cues[1]!.to).toBeCloseTo(60)
  expect(cuesOf('  \n', 60)).toEqual([])
})

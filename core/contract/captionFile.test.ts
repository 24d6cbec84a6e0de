import { expect, test } from 'vitest'
import { readCaptionFile } from './captionFile.ts'
import { captionLimits } from './captions.ts'
import type { Refusal } from './errors.ts'

const VTT = `\ufeffWEBVTT - a title

NOTE
This is not said.

STYLE
::cue { background: url(https://elsewhere.example/) }

intro
00:01.000 --> 00:04.500 line:0 align:start
Most first meetings end with
a promise &amp; a smile.

01:00:00.000 --> 01:00:02.000
\u202eReversed</b>
`

test('reads text and times from WebVTT without styles, tags, or characters that reverse text direction', () => {
  expect(readCaptionFile(VTT)).toEqual({
    cues: [
      { from: 1, to: 4.5, text: 'Most first meetings end with\na promise & a smile.' },
      { from: 3600, to: 3602, text: 'Reversed' },
    ],
    notes: [],
  })
})

test('reads SubRip and sorts captions by time', () => {
  const srt =
    '2\r\n00:00:05,250 --> 00:00:06,000\r\nSecond\r\n\r\n1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>First</i>\r\n'
  expect(readCaptionFile(srt).cues).toEqual([
    { from: 1, to: 2, text: 'First' },
    { from: 5.25, to: 6, text: 'Second' },
  ])
})

const textOf = (said: string) => readCaptionFile(`WEBVTT\n\n00:00.000 --> 00:02.000\n${said}`).cues[0]!.text
test.each([
  ['entities', 'Don&#39;t &quot;shout&quot; &ndash; caf&eacute; &#x263A; &lt;b&gt;', 'Don\'t "shout" – café ☺ <b>'],
  ['marks of Advanced SubStation', '{\\an8}{\\i1}<font color="#ffff00">On top</font>{\\i0}\\Nsecond', 'On top\nsecond'],
  ['a speaker', '<v Mary>Shall we?', 'Mary: Shall we?'],
  ['several speakers', '<v.loud Bob Hale>Yes!</v> <v Mary>No.', 'Bob Hale: Yes!\nMary: No.'],
  ['a comparison', 'If a < b and c > d, stop.', 'If a < b and c > d, stop.'],
  ['times of karaoke', 'One <00:00:01.000><c>two</c>', 'One two'],
])('reads only the spoken text of a caption with %s', (_, said, text) => {
  expect(textOf(said)).toBe(text)
})

test.each([
  ['without blanks around the arrow', '00:01.000-->00:02.000'],
  ['with one digit', '0:0:1,0 --> 0:0:2,0'],
  ['without thousandths', '00:00:01 --> 00:00:02'],
  ['with blanks in it', '00: 00: 01, 000 --> 00: 00: 02, 000'],
])('reads the time %s', (_, timing) => {
  expect(readCaptionFile(`1\n${timing}\nHello`)).toEqual({ cues: [{ from: 1, to: 2, text: 'Hello' }], notes: [] })
})

test('repairs or skips a malformed caption, reports it, and keeps the others', () => {
  const srt = `1
00:00:00,000 --> 00:00:02,000
Hello there

2
00:00:02,000 --> 00:00:02,000
mm

3
00:00:02,000 --> 00:00:04,000
Goodbye

4
00:00:06,000 --> 00:00:05,000
Backwards

5
00:00:99,000 --> soon
Never

6
00:00:09,000 --> 00:00:30,000
Last

7
00:00:11,000 --> 00:00:12,000
Too late
`
  expect(readCaptionFile(srt, 10)).toEqual({
    cues: [
      { from: 0, to: 2, text: 'Hello there' },
      { from: 2, to: 4, text: 'Goodbye' },
      { from: 6, to: 8, text: 'Backwards' },
      { from: 9, to: 10, text: 'Last' },
    ],
    notes: [
      'Left out 1 caption without a time such as 00:01:05.000 --> 00:01:09.000 (line 18).',
      'Left out 1 caption without a length (line 6).',
      'Gave a length to 1 caption that had none (line 14).',
      'Left out 1 caption after the end of the video (line 26).',
    ],
  })
})

test('separates captions without empty lines and keeps text after an empty line inside one', () => {
  const close = '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n\n1999 was good.\n'
  expect(readCaptionFile(close).cues.map(({ text }) => text)).toEqual(['One', 'Two\n1999 was good.'])
})

test('rejects an unreadable file with a message that names the place', () => {
  const refusal = (text: string, seconds?: number) => {
    try {
      return readCaptionFile(text, seconds)
    } catch (error) {
      return (error as Refusal).message
    }
  }
  expect(refusal('')).toBe('This file has no captions. Choose a .vtt or .srt file.')
  expect(refusal('<html><body>Hello</body></html>')).toContain('This file has no captions')
  expect(refusal('WEBVTT\n\nsoon --> later\nx')).toContain('(line 3)')
  expect(refusal('WEBVTT\n\n10:00.000 --> 10:01.000\nx', 60)).toContain('after the end of the video')
  expect(refusal('x'.repeat(captionLimits.characters + 1))).toBe(
    'These captions are too long. The limit is 500,000 characters.',
  )
  expect(refusal(`00:01.000 --> 00:02.000\n${'x'.repeat(1001)}`)).toContain('too long for a screen')
  const many = Array.from({ length: captionLimits.cues + 1 }, () => '00:01.000 --> 00:02.000\nx\n').join('\n')
  expect(refusal(many)).toBe('Too many captions. The limit is 5,000.')
})

import { expect, test } from 'vitest'
import { readCaptionBytes } from './captionBytes.ts'

const said = 'Café Müller – “quoted”'
const srt = (text: string) => `1\r\n00:00:00,000 --> 00:00:02,000\r\n${text}\r\n`
const cp1252 = Buffer.from(srt('Caf\xe9 M\xfcller \x96 \x93quoted\x94'), 'latin1')
const le = Buffer.from(srt(said), 'utf16le')
const be = Buffer.from(le).swap16()
test.each<[string, Uint8Array, number]>([
  ['UTF-8', Buffer.from(srt(said)), 0],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${srt(said)}`), 0],
  ['Windows-1252', cp1252, 1],
  ['UTF-16', le, 0],
  ['UTF-16 with its mark', Buffer.concat([Buffer.from([0xff, 0xfe]), le]), 0],
  ['UTF-16 of the other order', be, 0],
  ['UTF-16 of the other order with its mark', Buffer.concat([Buffer.from([0xfe, 0xff]), be]), 0],
])('reads a file in %s', (_, bytes, notes) => {
  const read = readCaptionBytes(bytes)
  expect(read.cues).toEqual([{ from: 0, to: 2, text: said }])
  expect(read.notes).toHaveLength(notes)
})

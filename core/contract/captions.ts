// Spoken text of a video with times, as WebVTT (https://www.w3.org/TR/webvtt1). Pure.
import { z } from 'zod'
import { invalid } from './errors.ts'

/** Seconds from the start. The plain text can have several lines. */
export const Cue = z.object({ from: z.number(), to: z.number(), text: z.string() })
export type Cue = z.infer<typeof Cue>

export const captionLimits = { characters: 500_000, cues: 5000, ofOne: 1000 }

export const refuseCaptions = (message: string) => invalid({ captions: message }, message)

const STAMP = String.raw`(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`
const TIMING = new RegExp(String.raw`^${STAMP}[ \t]+-->[ \t]+${STAMP}(?:[ \t].*)?$`)

/** Reads the output of `writeWebVtt` or equally regular files. captionFile.ts reads other files. */
export function readCaptions(given: string): Cue[] {
  if (given.length > captionLimits.characters)
    throw refuseCaptions('These captions are too long. The limit is 500,000 characters.')
  const lines = given.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const cues: Cue[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (!line.includes('-->')) continue
    const found = TIMING.exec(line.trim())
    if (!found) throw refuseCaptions(`Line ${at + 1} isn’t a valid time, such as 00:01:05.000 --> 00:01:09.000.`)
    const [from, to] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))]
    if (to <= from) throw refuseCaptions(`The caption in line ${at + 1} ends before it begins.`)
    const said: string[] = []
    while (lines[at + 1]?.trim()) said.push(lines[++at]!)
    const text = plainOf(unescaped(said.join('\n')))
    if (text.length > captionLimits.ofOne)
      throw refuseCaptions(`The caption in line ${at + 1} is too long to fit on screen.`)
    if (text !== '') cues.push({ from, to, text })
    if (cues.length > captionLimits.cues) throw refuseCaptions('Too many captions. The limit is 5,000.')
  }
  if (cues.length === 0) throw refuseCaptions('This file has no captions. Choose a .vtt or .srt file.')
  return cues.toSorted((a, b) => a.from - b.from || a.to - b.to)
}

export const secondsOf = ([hours = '0', minutes, seconds, thousandths]: (string | undefined)[]) =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(thousandths) / 1000

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '', rlm: '' }

const unescaped = (text: string) =>
  text.replaceAll(/<[^<>]*>/g, '').replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name]!)

/** Removes empty lines and characters that change text direction. */
export const plainOf = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

export const writeWebVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues.map(({ from, to, text }) => `\n${stampOf(from)} --> ${stampOf(to)}\n${escaped(text)}\n`).join('')}`

const escaped = (text: string) =>
  text
    .replaceAll(/\n\s*\n/g, '\n')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

function stampOf(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const part = (size: number, most: number, width: number) =>
    String(Math.floor(thousandths / size) % most).padStart(width, '0')
  return `${part(3_600_000, 1000, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`
}

/** Returns the index of the last caption that has started, -1 before the first. Requires sorted captions. */
export function cueAt(cues: readonly Cue[], second: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (cues[middle]!.from <= second) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Spreads the sentences of text without times over the video, in proportion to their length. */
export function cuesOf(text: string, seconds: number): Cue[] {
  const sentences = text.match(/[^.!?\n]+[.!?]*["”’)]*/g)?.flatMap((one) => one.trim() || []) ?? []
  const signs = sentences.reduce((sum, { length }) => sum + length, 0)
  let at = 0
  return sentences.map((sentence) => {
    const from = at
    at += (seconds * sentence.length) / signs
    return { from, to: at, text: sentence }
  })
}

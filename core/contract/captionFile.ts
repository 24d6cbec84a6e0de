// Reads WebVTT and SubRip files of other programs, in any common encoding. Pure.
import { decodeHTML } from 'entities'
import { type Cue, captionLimits, plainOf, refuseCaptions, secondsOf } from './captions.ts'

/** `notes` tell the person which captions were repaired or skipped. */
export type ReadCaptions = { cues: Cue[]; notes: string[] }

const STAMP = String.raw`(?:(\d{1,3})[ \t]*:[ \t]*)?([0-5]?\d)[ \t]*:[ \t]*([0-5]?\d)(?:[ \t]*[.,:][ \t]*(\d{1,3}))?`
const TIMING = new RegExp(String.raw`^${STAMP}[ \t]*-{1,2}>[ \t]*${STAMP}(?:[ \t].*)?$`)

/** Seconds to show a caption without an end time, unless the next one starts sooner. */
const SHOWN = 2
const SHORTEST = 0.3

type Found = Cue & { line: number }
type Kind = 'noTime' | 'noLength' | 'given' | 'tooLong' | 'beyond'

/**
 * Returns captions by start time, cut to a video of `seconds` seconds, with speaker names before the text. Throws a
 * Refusal if nothing is readable.
 */
export function readCaptionFile(given: string, seconds = Number.POSITIVE_INFINITY): ReadCaptions {
  if (given.length > captionLimits.characters)
    throw refuseCaptions('These captions are too long. The limit is 500,000 characters.')
  const odd = new Map<Kind, number[]>()
  const note = (kind: Kind, line: number) => odd.set(kind, [...(odd.get(kind) ?? []), line])
  const found = foundIn(given, (line) => note('noTime', line)).toSorted((a, b) => a.from - b.from || a.to - b.to)
  const cues = found.flatMap(({ line, text, from, to }, at) => {
    if (text.length > captionLimits.ofOne) note('tooLong', line)
    else if (from >= seconds) note('beyond', line)
    else if (to > from) return { from, to: Math.min(to, seconds), text }
    else {
      const end = Math.min(from + SHOWN, found[at + 1]?.from ?? seconds, seconds)
      if (end - from >= SHORTEST) {
        note('given', line)
        return { from, to: end, text }
      }
      note('noLength', line)
    }
    return []
  })
  if (cues.length > captionLimits.cues) throw refuseCaptions('Too many captions. The limit is 5,000.')
  const notes = [...odd].map(([kind, lines]) =>
    sentences[kind](lines.length === 1 ? '1 caption' : `${lines.length} captions`, placesOf(lines)),
  )
  if (cues.length === 0) throw refuseCaptions(notes[0] ?? 'This file has no captions. Choose a .vtt or .srt file.')
  return { cues, notes }
}

const sentences: Record<Kind, (captions: string, place: string) => string> = {
  noTime: (captions, place) => `Left out ${captions} without a time such as 00:01:05.000 --> 00:01:09.000 (${place}).`,
  noLength: (captions, place) => `Left out ${captions} without a length (${place}).`,
  given: (captions, place) => `Gave a length to ${captions} that had none (${place}).`,
  tooLong: (captions, place) => `Left out ${captions} too long for a screen (${place}).`,
  beyond: (captions, place) => `Left out ${captions} after the end of the video (${place}).`,
}
const placesOf = (lines: number[]) =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}`

function foundIn(given: string, onNoTime: (line: number) => void): Found[] {
  const lines = given.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  const isWebVtt = lines[0]!.startsWith('WEBVTT')
  const timingAt = (at: number) => TIMING.exec(lines[at]?.trim() ?? '')
  /** In files without empty lines, a caption starts with its number and time. */
  const beginsAt = (at: number) =>
    timingAt(at) !== null || (/^\d+$/.test(lines[at]!.trim()) && (lines[at + 1]?.includes('-->') ?? false))
  const found: (Omit<Found, 'text'> & { said: string[] })[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const timing = timingAt(at)
    const isCaption = timing !== null || line.includes('-->')
    if (isCaption) {
      const said: string[] = []
      const begin = at + 1
      while (lines[at + 1]?.trim() && !beginsAt(at + 1)) said.push(lines[++at]!)
      if (timing) found.push({ from: stampIn(timing, 1), to: stampIn(timing, 5), line: begin, said })
      else onNoTime(begin)
    }
    // Text after an empty line inside a SubRip caption is still spoken.
    else if (!isWebVtt && line.trim() && !beginsAt(at)) found.at(-1)?.said.push(line)
  }
  return found.flatMap(({ said, ...cue }) => {
    const text = saidIn(said.join('\n'))
    return text === '' ? [] : { ...cue, text }
  })
}

const stampIn = (timing: RegExpExecArray, group: number) => {
  const [hours, minutes, seconds, fraction = '0'] = timing.slice(group, group + 4)
  return secondsOf([hours, minutes, seconds, fraction.padEnd(3, '0')])
}

/** Removes WebVTT, SubRip, and Advanced SubStation markup and decodes entities. */
const saidIn = (text: string) =>
  plainOf(
    decodeHTML(
      text
        .replaceAll(/\{\\[^{}]*\}/g, '')
        .replaceAll(/\\N/g, '\n')
        .replaceAll(/\\h/g, ' ')
        .replaceAll(/<v(?:\.[^\s<>]*)*[ \t]+([^<>]+)>/gi, (_, name: string) => `\n${name.trim()}: `)
        .replaceAll(/<\/?[a-z][^<>]*>|<[\d:.]+>/gi, ''),
    ),
  )

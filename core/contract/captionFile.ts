// Reads caption files as other programs write them: WebVTT and SubRip in any usual encoding, with an odd caption here and there. Pure.
import { decodeHTML } from 'entities'
import { type Cue, captionLimits, plainOf, refuseCaptions, secondsOf } from './captions.ts'

/** What became of a file: `notes` are sentences for the person about what was mended or left out. */
export type ReadCaptions = { cues: Cue[]; notes: string[] }

const STAMP = String.raw`(?:(\d{1,3})[ \t]*:[ \t]*)?([0-5]?\d)[ \t]*:[ \t]*([0-5]?\d)(?:[ \t]*[.,:][ \t]*(\d{1,3}))?`
const TIMING = new RegExp(String.raw`^${STAMP}[ \t]*-{1,2}>[ \t]*${STAMP}(?:[ \t].*)?$`)

/** A caption without a length is shown so long, in seconds, unless the next one begins sooner. */
const SHOWN = 2
const SHORTEST = 0.3

type Found = Cue & { line: number }
type Kind = 'noTime' | 'noLength' | 'given' | 'tooLong' | 'beyond'

/**
 * In the order of their beginnings, none after the end of a video of so many `seconds`. Speakers stand before what they say. Throws a
 * sentence where nothing can be read.
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
  /** Some files have no empty line between captions: the next one begins with its number and its time. */
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
    // An empty line within a caption of SubRip ends it for others, and what follows is still said.
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

/** Without the marks of WebVTT, SubRip, and Advanced SubStation; entities as the signs that they stand for. */
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

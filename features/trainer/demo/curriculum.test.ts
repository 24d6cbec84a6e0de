import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { curriculum, scripts } from './curriculum.ts'
import { sentencesOf } from './lessonText.ts'

const here = import.meta.dirname
const { categories, lessons, worksheets, firmContent } = curriculum
const videos = [...lessons, ...firmContent]

test('has 24 lessons in 6 categories, 8 worksheets, and 2 videos of the firm', () => {
  expect(categories).toHaveLength(6)
  expect(lessons.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
  expect(Object.values(Object.groupBy(lessons, ({ category }) => category)).map((some) => some?.length)).toEqual(
    categories.map(() => 4),
  )
  expect(worksheets).toHaveLength(8)
  expect(new Set(worksheets.map(({ lesson }) => lesson)).size).toBe(8)
  expect(firmContent).toHaveLength(2)
})

test('has titles, descriptions, and handles within the limits', () => {
  expect(new Set(lessons.map(({ handle }) => handle)).size).toBe(24)
  for (const { title, description } of videos) {
    expect(title.length, title).toBeLessThanOrEqual(100)
    expect(description.length, title).toBeLessThanOrEqual(110)
  }
  for (const { questions, parameters } of worksheets)
    for (const words of [questions, parameters]) expect(new Set(words).size).toBe(words.length)
})

test('has videos, captions, and posters of at most 12 MB in total, and no other files', () => {
  const files = readdirSync(join(here, 'videos'))
  expect(files.toSorted()).toEqual(
    videos.flatMap(({ file }) => [`${file}.jpg`, `${file}.mp4`, `${file}.vtt`]).toSorted(),
  )
  const bytes = files.reduce((sum, file) => sum + statSync(join(here, 'videos', file)).size, 0)
  expect(bytes).toBeLessThanOrEqual(12_000_000)
})

describe.each(scripts.map(({ file }) => file))('Video %s', (file) => {
  const video = videos.find((one) => one.file === file)!
  const mp4 = readFileSync(join(here, video.video))
  const cues = cuesOf(readFileSync(join(here, video.captions), 'utf8'))

  test('has its transcript as captions, sentence by sentence without overlaps', () => {
    expect(cues.map(({ text }) => text)).toEqual(video.transcript.split('\n\n').flatMap(sentencesOf))
    for (const [at, { from, to }] of cues.entries()) {
      expect(to).toBeGreaterThan(from)
      expect(from).toBeGreaterThan(cues[at - 1]?.to ?? 0)
    }
  })

  test('lasts 45 to 90 seconds as stated, in video and audio, with all speech before its end', () => {
    const [all, picture, sound] = lengthsOf(mp4)
    expect(Math.ceil(all!)).toBe(video.seconds)
    expect(video.seconds).toBeGreaterThanOrEqual(45)
    expect(video.seconds).toBeLessThanOrEqual(90)
    expect(Math.abs(picture! - sound!)).toBeLessThan(0.3)
    expect(cues.at(-1)!.to).toBeLessThan(sound! - 1)
  })

  test('is complete, H.264 and AAC, and can start before it is fully loaded', () => {
    expect(endOf(mp4)).toBe(mp4.length)
    expect(mp4.includes('avc1') && mp4.includes('mp4a')).toBe(true)
    expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'))
  })
})

/**
 * Returns the durations of the file, its video, and its audio in seconds. Source: ISO 14496-12, mvhd and mdhd, version
 * 0.
 */
function lengthsOf(mp4: Buffer): number[] {
  const found: number[] = []
  for (const name of ['mvhd', 'mdhd'])
    for (let at = mp4.indexOf(name); at >= 0; at = mp4.indexOf(name, at + 4))
      if (found.length < 3) found.push(mp4.readUInt32BE(at + 20) / mp4.readUInt32BE(at + 16))
  return found
}

/** Returns the end offset of the file's last box. */
function endOf(mp4: Buffer): number {
  let end = 0
  while (end + 8 <= mp4.length) {
    const length = mp4.readUInt32BE(end)
    if (length < 8) break
    end += length
  }
  return end
}

function cuesOf(vtt: string) {
  const secondsOf = (stamp: string) => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return [...vtt.matchAll(/^(\S+) --> (\S+)\n(.+)$/gm)].map(([, from = '', to = '', text = '']) => ({
    from: secondsOf(from),
    to: secondsOf(to),
    text,
  }))
}

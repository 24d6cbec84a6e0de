import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { curriculum, scripts } from './curriculum.ts'
import { sentencesOf } from './lessonText.ts'

const here = import.meta.dirname
const { categories, lessons, worksheets, firmContent } = curriculum
const videos = [...lessons, ...firmContent]

test('there are 24 lessons in 6 categories, 8 worksheets, and 2 videos of the firm', () => {
  expect(categories).toHaveLength(6)
  expect(lessons.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1))
  expect(Object.values(Object.groupBy(lessons, ({ category }) => category)).map((some) => some?.length)).toEqual(
    categories.map(() => 4),
  )
  expect(worksheets).toHaveLength(8)
  expect(new Set(worksheets.map(({ lesson }) => lesson)).size).toBe(8)
  expect(firmContent).toHaveLength(2)
})

test('titles, descriptions and handles fit where they are kept', () => {
  expect(new Set(lessons.map(({ handle }) => handle)).size).toBe(24)
  for (const { title, description } of videos) {
    expect(title.length, title).toBeLessThanOrEqual(100)
    expect(description.length, title).toBeLessThanOrEqual(110)
  }
  for (const { questions, parameters } of worksheets)
    for (const words of [questions, parameters]) expect(new Set(words).size).toBe(words.length)
})

test('all videos, captions and posters take at most 12 MB, and there are no others', () => {
  const files = readdirSync(join(here, 'videos'))
  expect(files.toSorted()).toEqual(
    videos.flatMap(({ file }) => [`${file}.jpg`, `${file}.mp4`, `${file}.vtt`]).toSorted(),
  )
  const bytes = files.reduce((sum, file) => sum + statSync(join(here, 'videos', file)).size, 0)
  expect(bytes).toBeLessThanOrEqual(12_000_000)
})

describe.each(scripts.map(({ file }) => file))('video %s', (file) => {
  const video = videos.find((one) => one.file === file)!
  const mp4 = readFileSync(join(here, video.video))
  const cues = cuesOf(readFileSync(join(here, video.captions), 'utf8'))

  test('its captions are its transcript, sentence by sentence, one after another', () => {
    expect(cues.map(({ text }) => text)).toEqual(video.transcript.split('\n\n').flatMap(sentencesOf))
    for (const [at, { from, to }] of cues.entries()) {
      expect(to).toBeGreaterThan(from)
      expect(from).toBeGreaterThan(cues[at - 1]?.to ?? 0)
    }
  })

  test('it is as long as said, 45 to 90 seconds, in picture and sound, and nothing is spoken after its end', () => {
    const [all, picture, sound] = lengthsOf(mp4)
    expect(Math.ceil(all!)).toBe(video.seconds)
    expect(video.seconds).toBeGreaterThanOrEqual(45)
    expect(video.seconds).toBeLessThanOrEqual(90)
    expect(Math.abs(picture! - sound!)).toBeLessThan(0.3)
    expect(cues.at(-1)!.to).toBeLessThan(sound! - 1)
  })

  test('it is whole, H.264 and AAC, and begins to play before all of it is there', () => {
    expect(endOf(mp4)).toBe(mp4.length)
    expect(mp4.includes('avc1') && mp4.includes('mp4a')).toBe(true)
    expect(mp4.indexOf('moov')).toBeLessThan(mp4.indexOf('mdat'))
  })
})

/** Seconds that the file, its picture and its sound say they take. Source: ISO 14496-12, mvhd and mdhd, version 0. */
function lengthsOf(mp4: Buffer): number[] {
  const found: number[] = []
  for (const name of ['mvhd', 'mdhd'])
    for (let at = mp4.indexOf(name); at >= 0; at = mp4.indexOf(name, at + 4))
      if (found.length < 3) found.push(mp4.readUInt32BE(at + 20) / mp4.readUInt32BE(at + 16))
  return found
}

/** Where the last of the boxes that a file is made of ends. */
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

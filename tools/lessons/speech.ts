// Creates the spoken text with timestamps. The synthesizer is Flite (Debian's package `flite`, voice slt, made from a
// person's recordings).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sentencesOf } from '#features/trainer/demo/lessonText.ts'

/** Samples per second, in one channel. */
export const RATE = 16_000
/** Seconds of silence. The title precedes the first sentence, and the last slide stays after the last one. */
const pauses = { title: 2.2, sentence: 0.45, slide: 1, end: 2 }
/** Factor for the duration of each sound. */
const SLOWER = 1.1
/** Lower amplitudes, of 32,768, count as silence. */
const SILENCE = 160
/** Samples around the speech, so that no sound is clipped. */
const MARGIN = Math.round(RATE * 0.08)
/** The same for all videos: root mean square, and maximum amplitude. */
const loudness = { mean: 3200, peak: 30_000 }

/** Phonetic spellings of names that the voice mispronounces. Captions use the correct ones. */
const bySound: Readonly<Record<string, string>> = { Osei: 'Oh say', Alvarez: 'Al varez' }

export type SpokenSentence = { text: string; from: number; to: number }
export type Speech = {
  samples: Int16Array
  sentences: SpokenSentence[] /** Start of each slide. The title starts at 0. */
  slides: number[]
  seconds: number
}

/** Speaks the paragraphs of the slides in order. Times are in seconds. */
export function speakText(paragraphs: readonly string[]): Speech {
  const parts: Int16Array[] = []
  const sentences: SpokenSentence[] = []
  const slides: number[] = []
  let length = 0
  const add = (part: Int16Array) => {
    parts.push(part)
    length += part.length
  }
  const pause = (seconds: number) => add(new Int16Array(Math.round(seconds * RATE)))
  pause(pauses.title)
  for (const [at, paragraph] of paragraphs.entries()) {
    if (at > 0) pause(pauses.slide)
    // Slides change in the middle of the silence, the first shortly before its text.
    slides.push(length / RATE - (at > 0 ? pauses.slide / 2 : 0.4))
    for (const [place, text] of sentencesOf(paragraph).entries()) {
      if (place > 0) pause(pauses.sentence)
      const from = length / RATE
      add(heardOf(samplesOf(text)))
      sentences.push({ text, from, to: length / RATE })
    }
  }
  pause(pauses.end)
  const samples = new Int16Array(length)
  let place = 0
  for (const part of parts) {
    samples.set(part, place)
    place += part.length
  }
  return { samples: asLoudAsOthers(samples), sentences, slides, seconds: length / RATE }
}

function samplesOf(sentence: string): Int16Array {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-speech-'))
  try {
    const file = join(folder, 'said.wav')
    const text = Object.entries(bySound).reduce((said, [name, sound]) => said.replaceAll(name, sound), sentence)
    execFileSync('flite', ['-voice', 'slt', '--setf', `duration_stretch=${SLOWER}`, '-t', text, '-o', file])
    const bytes = readFileSync(file)
    const begin = bytes.indexOf('data') + 8
    if (bytes.readUInt32LE(24) !== RATE || begin < 8) throw new Error(`flite did not write ${RATE} samples a second.`)
    return new Int16Array(bytes.buffer.slice(bytes.byteOffset + begin, bytes.byteOffset + bytes.length))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function heardOf(samples: Int16Array): Int16Array {
  const isHeard = (sample: number) => Math.abs(sample) > SILENCE
  const first = samples.findIndex(isHeard)
  const last = samples.findLastIndex(isHeard)
  if (first < 0) throw new Error('flite said nothing.')
  return samples.slice(Math.max(0, first - MARGIN), Math.min(samples.length, last + MARGIN))
}

function asLoudAsOthers(samples: Int16Array): Int16Array {
  const heard = samples.filter((sample) => Math.abs(sample) > SILENCE)
  const mean = Math.sqrt(heard.reduce((sum, sample) => sum + sample * sample, 0) / heard.length)
  const factor = loudness.mean / mean
  return samples.map((sample) => Math.max(-loudness.peak, Math.min(loudness.peak, Math.round(sample * factor))))
}

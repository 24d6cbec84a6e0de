// Encodes images and speech as an MP4 that starts to play before it has loaded. The same input gives the same bytes.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RATE, type Speech, type SpokenSentence } from './speech.ts'

/**
 * Slides don't move, so five frames a second are enough. A keyframe starts each slide. Frames in between cost nothing
 * when a player seeks.
 */
const film = { pictures: 5, quality: 32, sound: '24k' }

/** `pictures` are the PNGs of the title and the slides, in order. */
export function writeFilm(folder: string, pictures: readonly string[], speech: Speech, file: string): void {
  const sound = join(folder, 'said.raw')
  writeFileSync(sound, Buffer.from(speech.samples.buffer))
  const begins = [0, ...speech.slides].map((second) => Math.round(second * film.pictures))
  const whole = Math.ceil(speech.seconds * film.pictures)
  const list = join(folder, 'pictures.txt')
  const lines = pictures.map((picture, at) => {
    const shown = ((begins[at + 1] ?? whole) - begins[at]!) / film.pictures
    return `file '${picture}'\nduration ${shown.toFixed(3)}\n`
  })
  // The concat demuxer ignores the duration of the last image.
  writeFileSync(list, `ffconcat version 1.0\n${lines.join('')}file '${pictures.at(-1)}'\n`)
  const wholes = begins.map((begin) => begin / film.pictures).join(',')
  const colors = '-color_primaries bt709 -color_trc bt709 -colorspace bt709'
  const args = [
    '-v error -y -safe 0 -f concat -i',
    [list],
    `-f s16le -ar ${RATE} -ac 1 -i`,
    [sound],
    // A limit in frames would cut off the sound with the last of them.
    `-vf fps=${film.pictures},scale=out_color_matrix=bt709:out_range=tv,format=yuv420p -t ${whole / film.pictures} ${colors}`,
    `-c:v libx264 -preset veryslow -tune stillimage -crf ${film.quality} -threads 1`,
    `-force_key_frames ${wholes} -g ${whole} -sc_threshold 0 -bf 2 -refs 4 -c:a aac -b:a ${film.sound}`,
    '-map 0:v -map 1:a -map_metadata -1 -fflags +bitexact -flags +bitexact -movflags +faststart',
    [file],
  ].flatMap((part) => (typeof part === 'string' ? part.split(' ') : part))
  execFileSync('ffmpeg', args, { stdio: ['ignore', 'inherit', 'inherit'] })
}

export function writeRecording(folder: string, { samples }: Speech, file: string): void {
  const sound = join(folder, 'said.raw')
  writeFileSync(sound, Buffer.from(samples.buffer))
  const args = [
    `-v error -y -f s16le -ar ${RATE} -ac 1 -i`,
    [sound],
    `-c:a aac -b:a ${film.sound} -map_metadata -1 -fflags +bitexact -flags +bitexact -movflags +faststart -f ipod`,
    [file],
  ].flatMap((part) => (typeof part === 'string' ? part.split(' ') : part))
  execFileSync('ffmpeg', args, { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** A caption for each sentence. */
export const captionsOf = (sentences: readonly SpokenSentence[]): string =>
  `WEBVTT\n${sentences.map(({ from, to, text }) => `\n${stampOf(from)} --> ${stampOf(to)}\n${text}\n`).join('')}`

function stampOf(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const part = (part: number, width: number) => String(part).padStart(width, '0')
  const [minutes, rest] = [Math.floor(thousandths / 60_000), thousandths % 60_000]
  return `00:${part(minutes, 2)}:${part(Math.floor(rest / 1000), 2)}.${part(rest % 1000, 3)}`
}

/** In seconds. */
export const lengthOf = (file: string): number =>
  Number(
    execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file], {
      encoding: 'utf8',
    }),
  )

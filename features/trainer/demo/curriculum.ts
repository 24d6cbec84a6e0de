// The demo's curriculum 'Business development essentials' and the firm's own videos, as they are filled in. What is spoken and shown in their
// videos is written here too; `npm run demo:videos` makes them. Files are named from this folder.
import { choosing } from './choosing.ts'
import { firmContentTexts } from './firmContent.ts'
import { following } from './following.ts'
import { growing } from './growing.ts'
import { type CategoryText, type LessonText, transcriptOf } from './lessonText.ts'
import { referring } from './referring.ts'
import { lessonSeconds } from './seconds.ts'
import { starting } from './starting.ts'
import { winning } from './winning.ts'
import { worksheetTexts } from './worksheets.ts'

export type DemoVideo = {
  /** Name of its files in `videos/`, without the extension. */
  file: string
  title: string
  description: string
  /** Duration of the video in seconds, rounded up. */
  seconds: number
  /** Paragraphs, separated by an empty line. */
  transcript: string
  /** Path of the MP4, relative to this folder. */
  video: string
  /** Path of the WebVTT file, relative to this folder. */
  captions: string
  /** Path of the JPEG, relative to this folder. */
  poster: string
}

export type DemoLesson = DemoVideo & {
  /** Counts from 1 through all categories. */
  number: number
  handle: string
  category: string
  homework: string
}

export type DemoWorksheet = {
  /** Number of its lesson. */
  lesson: number
  instructions: string
  /** Columns. */
  questions: readonly string[]
  /** Rows. */
  parameters: readonly string[]
}

const texts: readonly CategoryText[] = [choosing, starting, following, referring, growing, winning]

function videoOf(file: string, { title, description, slides }: Omit<LessonText, 'homework'>): DemoVideo {
  return {
    file,
    title,
    description,
    seconds: Math.ceil(lessonSeconds[file] ?? 0),
    transcript: transcriptOf({ slides }),
    video: `videos/${file}.mp4`,
    captions: `videos/${file}.vtt`,
    poster: `videos/${file}.jpg`,
  }
}

const handleOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

const numbered = texts
  .flatMap(({ name, lessons }) => lessons.map((text) => ({ category: name, text })))
  .map((lesson, at) => ({ ...lesson, number: at + 1, file: String(at + 1).padStart(2, '0') }))
const firmFiles = firmContentTexts.map((text, at) => ({ file: `firm${at + 1}`, text }))

export const curriculum = {
  name: 'Business development essentials',
  categories: texts.map(({ name, description }) => ({ name, description })),
  lessons: numbered.map(
    ({ file, number, category, text }): DemoLesson => ({
      ...videoOf(file, text),
      number,
      handle: handleOf(text.title),
      category,
      homework: text.homework,
    }),
  ),
  worksheets: worksheetTexts.map(({ lesson, ...sheet }): DemoWorksheet => {
    const number = numbered.find(({ text }) => text.title === lesson)?.number
    if (!number) throw new Error(`No lesson is called '${lesson}'.`)
    return { lesson: number, ...sheet }
  }),
  firmContent: firmFiles.map(({ file, text }) => videoOf(file, text)),
}

/** Slides and speech of each video for the rendering tool, with the line above the headings and the title. */
export const scripts = [
  ...numbered.map(({ file, number, category, text }) => ({ file, over: `${category} · Lesson ${number}`, text })),
  ...firmFiles.map(({ file, text }) => ({ file, over: 'Hartwell & Stone LLP', text })),
]

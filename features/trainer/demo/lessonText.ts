// How the texts of the curriculum are written: a lesson is a few slides, each with what is spoken while it shows.

type Shown =
  /** Up to three short lines. */
  | { points: readonly string[] }
  /** The same, in an order. */
  | { steps: readonly string[] }
  /** Words to use as they are. */
  | { quote: string }
  /** What people often say or do, and what works better. */
  | { instead: string; better: string }
  /** One number or word, large, and what it is. */
  | { figure: string; label: string }

export type Slide = Shown & {
  heading: string
  /** One line from a firm's day, under the rest. */
  example?: string
  /** What is spoken, as whole sentences. */
  say: string
}

export type LessonText = {
  title: string
  /** At most 110 characters; the first 30 say enough to choose by. */
  description: string
  homework: string
  slides: readonly Slide[]
}

export type CategoryText = { name: string; description: string; lessons: readonly LessonText[] }

/** The rows are its parameters, the columns its questions. */
export type DemoWorksheetText = {
  /** Title of its lesson. */
  lesson: string
  instructions: string
  questions: readonly string[]
  parameters: readonly string[]
}

/** The spoken text: a paragraph for each slide. */
export const transcriptOf = ({ slides }: Pick<LessonText, 'slides'>): string =>
  slides.map(({ say }) => say).join('\n\n')

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a paragraph, each a caption. */
export const sentencesOf = (paragraph: string): string[] =>
  [...sentences.segment(paragraph)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '')

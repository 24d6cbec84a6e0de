// Format of the curriculum's texts. A lesson has a few slides, each with the speech that accompanies it.

type Shown =
  /** Up to three short lines. */
  | { points: readonly string[] }
  /** Up to three short lines in a fixed order. */
  | { steps: readonly string[] }
  /** Exact words to use. */
  | { quote: string }
  /** A common phrase or habit, and a better one. */
  | { instead: string; better: string }
  /** One large number or word, and its meaning. */
  | { figure: string; label: string }

export type Slide = Shown & {
  heading: string
  /** A one-line example from a firm's day, below the rest. */
  example?: string
  /** Speech in whole sentences. */
  say: string
}

export type LessonText = {
  title: string
  /** At most 110 characters. The first 30 must be enough to choose by. */
  description: string
  homework: string
  slides: readonly Slide[]
}

export type CategoryText = { name: string; description: string; lessons: readonly LessonText[] }

/** A worksheet: its parameters are the rows, its questions the columns. */
export type DemoWorksheetText = {
  /** Title of its lesson. */
  lesson: string
  instructions: string
  questions: readonly string[]
  parameters: readonly string[]
}

/** Returns the speech, with a paragraph per slide. */
export const transcriptOf = ({ slides }: Pick<LessonText, 'slides'>): string =>
  slides.map(({ say }) => say).join('\n\n')

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits a paragraph into sentences, one per caption. */
export const sentencesOf = (paragraph: string): string[] =>
  [...sentences.segment(paragraph)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '')

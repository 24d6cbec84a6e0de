// Finds 'On Monday, Jane Doe wrote:' in four languages, which introduces a quoted email without a header block.
import { foldCase } from '#core/contract/foldCase.ts'
import { attributions } from './headerWords.ts'
import { isBlank, nextFilled, type TextLine } from './textLines.ts'

/** Programs wrap the sentence over up to four lines. */
const MOST_LINES = 4
const MOST_CHARACTERS = 400

/** Returns the line after the sentence, or null if none starts at `at`. */
export function endOfAttribution(lines: readonly TextLine[], at: number): number | null {
  const first = lines[at]!
  if (first.words.length < 8 || first.words.length > MOST_CHARACTERS || !canBegin(withoutDashes(first.words)))
    return null
  let sentence = ''
  for (let end = at; end < Math.min(at + MOST_LINES, lines.length); end++) {
    const line = lines[end]!
    if (isBlank(line) || line.depth !== first.depth) return null
    sentence += `${sentence && ' '}${withoutDashes(line.words)}`
    if (sentence.length > MOST_CHARACTERS) return null
    if (!/:[*_]?$/.test(sentence)) continue
    if (isDated(sentence)) return end + 1
    // 'Jane Doe wrote:' is a normal sentence, unless quoted lines follow.
    const next = lines[nextFilled(lines, end + 1, 3)]
    return end === at && endsWithVerb(sentence) && next && next.depth > first.depth ? end + 1 : null
  }
  return null
}

/** Zoho puts the sentence between dashes: '---- On Monday, Jane Doe wrote ----'. */
const withoutDashes = (words: string) =>
  words.startsWith('--') ? words.replace(/^-{2,} +/, '').replace(/ +-{2,}$/, ':') : words.replace(/ +-{3,}$/, ':')

const firstLetters = new RegExp(
  `^(?:${attributions.map(({ start }) => start).join('|')})\\b|^\\d{4}-\\d\\d-\\d\\d `,
  'i',
)
/** Folding each line of a text would take longer than everything else. */
const canBegin = (words: string) =>
  firstLetters.test(words) || (/:[*_]?$/.test(words) && (endsWithVerb(words) || reversed.test(foldCase(words))))

const verbs = attributions.map(({ verb }) => verb).join('|')
const started = attributions.map(
  ({ start, verb }) => new RegExp(`^${start}\\b(?=.*\\d).{5,350}\\b(?:${verb}|geschrieben)\\b.{0,150}:[*_]?$`),
)
/** 'Jane Doe <jane@acme.example> schrieb am 05.01.2026 um 15:04:' */
const reversed = new RegExp(`^.{2,200}\\b(?:${verbs})\\b.{0,20}\\d.{3,60}:[*_]?$`)
const byNumbers = /^\d{4}-\d\d-\d\d \d\d?:\d\d.{0,60}<[^<>]{3,100}>:$/
const isDated = (sentence: string) => {
  const folded = foldCase(sentence)
  return byNumbers.test(folded) || started.some((pattern) => pattern.test(folded)) || reversed.test(folded)
}
const last = new RegExp(`\\b(?:${verbs}) ?:[*_]?$`)
const endsWithVerb = (words: string) => last.test(foldCase(words.slice(-40)))

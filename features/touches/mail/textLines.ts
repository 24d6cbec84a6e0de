// A text as lines with their depth of quoting, which both the search for header blocks and the removal of quoted
// emails read.
import { normalizedText } from './cleanText.ts'
import { type BlockField, isMarker } from './headerWords.ts'
import { mailLimits } from './receivedMessage.ts'

export type TextLine = {
  /** As written, with quotation marks. */
  raw: string
  /** Number of '>' at the beginning. */
  depth: number
  /** Without quotation marks and surrounding blanks, at most 1,000 characters. */
  words: string
  /** True if the text goes on after this line. */
  isLastRead?: boolean
  /** The header in this line, once it has been looked up. */
  label?: LineLabel | null
}
export type LineLabel = { field: BlockField; value: string }

const LONGEST_LINE = 1_000

export function textLinesOf(text: string): TextLine[] {
  const lines = normalizedText(text).split('\n', mailLimits.scannedLines + 1)
  const isCut = lines.length > mailLimits.scannedLines
  const read = lines.slice(0, mailLimits.scannedLines).flatMap(dividedLine).map(textLineOf)
  const last = read.at(-1)
  if (isCut && last) last.isLastRead = true
  return read
}

function textLineOf(raw: string): TextLine {
  let depth = 0
  let at = 0
  for (; at < raw.length && at < 400; at++) {
    const sign = raw[at]
    if (sign === '>') depth++
    else if (sign !== ' ' && sign !== '\t') break
  }
  const start = depth > 0 ? at : 0
  return { raw, depth, words: raw.slice(start, start + LONGEST_LINE).trim() }
}

/** Removes up to `depth` quotation marks, and the blank after each. */
export function withoutMarks(raw: string, depth: number): string {
  let at = 0
  for (let left = depth; left > 0; left--) {
    const found = /^[ \t]{0,3}>[ ]?/.exec(raw.slice(at, at + 6))
    if (!found) break
    at += found[0].length
  }
  return raw.slice(at)
}

const dashes = '[-–—‐‑_=]'
const dashed = new RegExp(
  `^((?:[ \\t]*>)*[ \\t]*)(${dashes}{2,}[ \\t]*([\\p{L}][^\\n]{2,60}?)[ \\t]*${dashes}{2,})[ \\t]*(\\S.*)?$`,
  'u',
)

/** Some phones write the first header right after the dashes. */
function dividedLine(line: string): string[] {
  const [, quote = '', marker = '', words = '', rest] = dashed.exec(line.slice(0, LONGEST_LINE)) ?? []
  return rest && isMarker(words) ? [quote + marker, quote + rest] : [line]
}

const openDashes = new RegExp(`^${dashes}{2,}\\s*`)
const closeDashes = new RegExp(`\\s*${dashes}{2,}$`)

/** '-----Original Message-----' and the like. Everything below is quoted, even without a header block. */
export function isMarkerLine({ words }: TextLine): boolean {
  if (words.length < 8 || words.length > 160) return false
  const plain = words.replace(/^[*_]+|[*_]+$/g, '').trim()
  if (!openDashes.test(plain)) return false
  const inside = plain.replace(openDashes, '').replace(closeDashes, '').replace(/:$/, '')
  return isMarker(inside) || /^(forwarded|weitergeleitet|transf[ée]r[ée]|reenviado) (by|von|par|por) /i.test(inside)
}

/** 'Begin forwarded message:'. Without dashes, these can be words of a text, unless a header block follows. */
export const isOpeningLine = ({ words }: TextLine): boolean =>
  words.length >= 8 && words.length <= 80 && (isMarker(words.replace(/[\s:*_]+$/, '')) || /^message du \d/i.test(words))

/** The line that separates quoted emails in Outlook and on phones. */
export const isSeparator = ({ words }: TextLine): boolean => words.length >= 10 && /^([-–—‐_=*])\1+$/.test(words)

export const isBlank = ({ words }: TextLine): boolean => words === ''

export function nextFilled(lines: readonly TextLine[], from: number, most: number): number {
  let at = from
  while (at < lines.length && at < from + most && isBlank(lines[at]!)) at++
  return at
}

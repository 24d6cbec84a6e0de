// Finds the first header block in a text, as Outlook, Gmail, Apple Mail, and Thunderbird write it above an email that
// a person forwards. Blocks further down belong to an older exchange and are never read.
import { peopleIn } from './addressList.ts'
import { endOfAttribution } from './attribution.ts'
import { singleLineOf } from './cleanText.ts'
import { type BlockField, fieldOfLabel, longestLabel } from './headerWords.ts'
import { type ForwardedMessage, mailLimits, type ReadingContext } from './receivedMessage.ts'
import {
  isBlank,
  isMarkerLine,
  isOpeningLine,
  isSeparator,
  type LineLabel,
  nextFilled,
  type TextLine,
} from './textLines.ts'
import { instantOfWritten } from './writtenDate.ts'

export type HeaderBlock = {
  /** The marker, or the first header. */
  start: number
  /** The first line of the forwarded text. */
  end: number
  depth: number
  fields: ReadonlyMap<BlockField, string>
}

/** Returns the block that begins at this line, with or without a marker before it. */
export function blockAt(lines: readonly TextLine[], at: number): HeaderBlock | null {
  const line = lines[at]!
  const isMarked = isMarkerLine(line) || isOpeningLine(line)
  if (!isMarked && !labelled(line) && !isSeparator(line)) return null
  const first = isMarked || isSeparator(line) ? nextFilled(lines, at + 1, 4) : at
  if (first >= lines.length) return null
  const block = fieldsFrom(lines, first)
  return block && isConvincing(block.fields, isMarked) ? { ...block, start: at } : null
}

/**
 * Stops at the first quoted email that has no header block, because everything below it is deeper in the exchange.
 */
export function firstBlock(lines: readonly TextLine[]): HeaderBlock | null {
  let quoted = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (isBlank(line)) continue
    const block = blockAt(lines, at)
    if (block) {
      // A block below other quoted lines is part of what they quote.
      return block.depth > 0 && quoted >= block.depth ? null : block
    }
    if (isMarkerLine(line) || isSeparator(line)) continue
    if (endOfAttribution(lines, at) !== null) return null
    quoted = Math.max(quoted, line.depth)
  }
  return null
}

/** 'From: Jane', '*From:* Jane', 'De : Jane'. Remembers the answer, because each line is looked up several times. */
function labelled(line: TextLine): LineLabel | null {
  if (line.label === undefined) line.label = labelIn(line.words)
  return line.label
}

function labelIn(words: string): LineLabel | null {
  const colon = /[:\uff1a]/.exec(words.slice(0, longestLabel + 4))?.index
  if (colon === undefined || colon < 1) return null
  const field = fieldOfLabel(words.slice(0, colon).replace(/^[*_\s]+|[*_\s]+$/g, ''))
  return field ? { field, value: words.slice(colon + 1).replace(/^[\s*_]+|[\s*_]+$/g, '') } : null
}

/** Longer than any header block with its blank lines. */
const MOST_LINES = 120

function fieldsFrom(lines: readonly TextLine[], first: number): Omit<HeaderBlock, 'start'> | null {
  const { depth } = lines[first]!
  const fields = new Map<BlockField, string>()
  let last: BlockField | null = null
  let end = first
  for (let at = first; at < Math.min(lines.length, first + MOST_LINES); at++) {
    const line = lines[at]!
    if (isBlank(line)) {
      const next = nextFilled(lines, at, 3)
      const label = lines[next] ? labelled(lines[next]) : null
      const isFirstValue = last === 'from' && !fields.get('from')
      if (!isFirstValue && (!label || fields.has(label.field) || isComplete(fields))) break
      at = next - 1
      continue
    }
    if (line.depth < depth) break
    const label = labelled(line)
    if (label) {
      if (fields.has(label.field) && label.field !== 'other') break
      const joined = inOneLine(label, line)
      for (const one of joined) fields.set(one.field, one.value)
      last = joined.at(-1)!.field
    } else if (last && isContinued(lines, at, last, fields)) fields.set(last, `${fields.get(last)} ${line.words}`)
    else break
    end = at + 1
  }
  return fields.size > 0 ? { end, depth, fields } : null
}

const isComplete = (fields: ReadonlyMap<BlockField, string>) =>
  fields.has('from') && fields.has('to') && fields.has('subject')

function isContinued(
  lines: readonly TextLine[],
  at: number,
  last: BlockField,
  fields: ReadonlyMap<BlockField, string>,
): boolean {
  const value = fields.get(last) ?? ''
  const { raw, words, depth } = lines[at]!
  if (value === '') return last !== 'other' && last !== 'cc'
  const isPeople = last === 'from' || last === 'to' || last === 'cc'
  if (isPeople && (/[,;]$/.test(value) || /^[<[(]/.test(words) || /^\S{0,80}@/.test(words))) return true
  if (/^[ \t]+\S/.test(depth > 0 ? '' : raw)) return true
  // A value that was wrapped, if another header follows.
  const next = lines[at + 1] ? labelled(lines[at + 1]!) : null
  return next !== null && !fields.has(next.field)
}

/** Conversions from HTML sometimes join all headers to one line: 'From: Jane Sent: Monday To: John Subject: Offer'. */
function inOneLine(label: LineLabel, { words }: TextLine): LineLabel[] {
  if (label.field !== 'from' || !/(?::\s.{1,400}){3}/.test(words)) return [label]
  const found = [...words.matchAll(/[^\s:] ?:\s/g)].flatMap(({ index }) => labelBefore(words, index + 1))
  if (new Set(found.map(({ field }) => field)).size < 3) return [label]
  return found.map(({ field, end: value }, place) => ({
    field,
    value: words.slice(words.indexOf(':', value) + 1, found[place + 1]?.start ?? words.length).trim(),
  }))
}

const lastWords = [3, 2, 1].map((count) => new RegExp(`(?:^|\\s)((?:\\S+ ){${count - 1}}\\S+)$`))

/** Returns the longest label of up to three words that ends here. */
function labelBefore(words: string, end: number): { field: BlockField; start: number; end: number }[] {
  const before = words.slice(Math.max(0, end - longestLabel), end)
  for (const pattern of lastWords) {
    const label = pattern.exec(before)?.[1]
    const field = label && fieldOfLabel(label)
    if (field) return [{ field, start: end - label.length, end }]
  }
  return []
}

/** A travel plan has 'From', 'To', and 'Date' as well. An email has an address or a subject. */
function isConvincing(fields: ReadonlyMap<BlockField, string>, isMarked: boolean): boolean {
  const from = fields.get('from')
  if (!from || from.length > 2_000) return false
  const others = (['sent', 'to', 'subject'] as const).filter((field) => fields.has(field)).length
  if (isMarked) return others >= 1
  const hasAddress = [from, fields.get('to') ?? '', fields.get('cc') ?? ''].some((value) => /\S@\S/.test(value))
  return others >= 2 && (hasAddress || fields.has('subject'))
}

/** The block's values, without the text below it. */
export function headersOfBlock({ fields }: HeaderBlock, given: ReadingContext): Omit<ForwardedMessage, 'text'> {
  const [from, to, cc] = (['from', 'to', 'cc'] as const).map((field) => peopleIn(fields.get(field) ?? ''))
  // An assistant who wrote for the author is a person of the email as well.
  const [author, ...assistants] = from!.people
  return {
    from: author ?? null,
    to: to!.people,
    cc: [...assistants, ...cc!.people],
    names: [...new Set([...from!.names, ...to!.names, ...cc!.names])],
    sentAt: instantOfWritten(fields.get('sent') ?? '', given.zone ?? 'UTC', given.arrivedAt),
    subject: singleLineOf(fields.get('subject') ?? '', mailLimits.subject),
  }
}

// Keeps what the sender wrote and removes what the email program quoted below or between it. Signatures stay.
import { endOfAttribution } from './attribution.ts'
import { cutAt } from './cleanText.ts'
import { blockAt } from './forwarded.ts'
import { mailLimits } from './receivedMessage.ts'
import { isBlank, isMarkerLine, isSeparator, nextFilled, type TextLine, withoutMarks } from './textLines.ts'

export type OwnText = { text: string; isCut: boolean }

/** `base` is the depth of quoting at which the text itself stands, which isn't 0 in a forwarded email. */
export function ownTextOf(lines: readonly TextLine[], base = 0): OwnText {
  const own: string[] = []
  let isCut = false
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!
    if (line.depth > base) {
      at++
      continue
    }
    // A forwarded text ends where the quoting ends, after which there is only the program's own rest.
    if (line.depth < base && !isBlank(line)) break
    if (isMarkerLine(line) || blockAt(lines, at)) break
    const end = endOfAttribution(lines, at)
    if (end === null) {
      own.push(withoutMarks(line.raw, base).trimEnd())
      isCut ||= line.isLastRead === true
      at++
      continue
    }
    const next = lines[nextFilled(lines, end, 3)]
    // Some programs don't mark the quoted lines. Everything below is quoted.
    if (!next || next.depth <= base) break
    at = end
  }
  return bounded(own, isCut)
}

function bounded(own: string[], isCut: boolean): OwnText {
  const isRest = (line: string | undefined) =>
    line !== undefined && (line.trim() === '' || isSeparator({ raw: line, depth: 0, words: line.trim() }))
  while (isRest(own.at(-1))) own.pop()
  const whole = own
    .join('\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .replace(/^\n+/, '')
  const text = cutAt(whole, mailLimits.text)
  return { text, isCut: isCut || text.length < whole.length }
}

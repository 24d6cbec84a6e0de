// Reads a vCard file as a table with one row per card.
import { createReadStream } from 'node:fs'
import { type CardRow, cardHeadings, rowOfCard } from './cardRow.ts'
import { type CardPart, cardsIn } from './cardStream.ts'
import { badFile, decodeText } from './csv.ts'
import type { Options } from './store.ts'
import type { ImportTable } from './table.ts'

/** How an import remembers that its file was one of vCards. */
export const VCARD = 'vcard'

const START = 64 * 1024
/** Bytes read at a time. Other requests are served in between. */
const AT_ONCE = 16 * 1024
/** Characters that a card without text counts as. */
const CARD = 100
/** Characters of rows that are kept while the headings are found. A larger file is read again. */
const MOST_KEPT = 16 * 1024 * 1024

/** Returns the encoding of a vCard file, or null if the file isn't one. */
export async function cardEncodingOf(
  path: string,
  fileName: string,
): Promise<'bytes' | 'utf-16le' | 'utf-16be' | null> {
  let head = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { end: START - 1 })) head = Buffer.concat([head, chunk as Buffer])
  const [first, second] = head
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  const text = wide ? new TextDecoder(wide).decode(head) : head.toString('latin1')
  const isCards = /^(?:\ufeff|\xef\xbb\xbf)?\s*BEGIN\s*:\s*VCARD\s*$/im
  const start =
    text
      .trimStart()
      .slice(0, 100)
      .split(/[\r\n]/)[0] ?? ''
  if (isCards.test(start)) return wide ?? 'bytes'
  if (!/\.(vcf|vcard)$/i.test(fileName)) return null
  if (isCards.test(text)) return wide ?? 'bytes'
  throw badFile('This file doesn’t contain a contact: no line of it is BEGIN:VCARD.')
}

async function* bytesOf(path: string, encoding: 'bytes' | 'utf-16le' | 'utf-16be'): AsyncGenerator<Uint8Array> {
  if (encoding === 'bytes') {
    for await (const chunk of createReadStream(path, { highWaterMark: AT_ONCE })) {
      if ((chunk as Buffer).includes(0)) throw badFile('This file contains null characters. Export the contacts again.')
      yield chunk as Buffer
    }
    return
  }
  const encoder = new TextEncoder()
  for await (const text of decodeText(createReadStream(path, { highWaterMark: AT_ONCE }), encoding))
    yield encoder.encode(text)
}

type Read = (table: ImportTable) => Promise<Pick<Options, 'encoding' | 'delimiter' | 'notices'>>

/** Finds the headings of all cards before it adds the first row. */
export const readCards =
  (path: string, encoding: 'bytes' | 'utf-16le' | 'utf-16be'): Read =>
  async (table) => {
    const found = new Set<string>()
    let [count, old] = [0, 0]
    let kept: Map<string, string>[] | null = []
    let keptText = 0
    const outside = { count: 0, first: '' }
    for await (const part of cardsIn(bytesOf(path, encoding))) {
      if ('outside' in part) {
        if (outside.count++ === 0) outside.first = part.outside
        continue
      }
      count++
      keptText += CARD
      const row = rowOf(part)
      if (row.encoding === 'windows-1252') old++
      for (const [heading, cell] of row.cells) {
        found.add(heading)
        keptText += cell.length
      }
      if (keptText > MOST_KEPT) kept = null
      kept?.push(row.cells)
    }
    const headings = [...cardHeadings.filter((heading) => found.has(heading)), ...without(found, cardHeadings)]
    if (headings.length === 0) throw badFile('This file contains no card with a value.')
    await table.take(0, headings)
    let number = 0
    const take = (cells: Map<string, string>) =>
      table.take(
        ++number,
        headings.map((heading) => cells.get(heading) ?? ''),
      )
    if (kept) for (const cells of kept) await take(cells)
    else
      for await (const part of cardsIn(bytesOf(path, encoding))) if (!('outside' in part)) await take(rowOf(part).cells)
    return { encoding: VCARD, delimiter: '', notices: noticesOf(count, old, outside) }
  }

const rowOf = (part: Exclude<CardPart, { outside: string }>): CardRow => rowOfCard(part.bytes, part.problem)

const without = (found: ReadonlySet<string>, others: readonly string[]) =>
  [...found].filter((heading) => !others.includes(heading))

function noticesOf(count: number, old: number, outside: { count: number; first: string }): string[] {
  const said =
    count === 1 ? 'This vCard file has one card.' : `This vCard file has ${count.toLocaleString('en-US')} cards.`
  return [
    `${said} Row numbers count the cards.`,
    ...(old > 0
      ? [
          `We read ${old === 1 ? 'one card' : `${old.toLocaleString('en-US')} cards`} as Windows-1252 because ${old === 1 ? 'it isn’t' : 'they aren’t'} UTF-8. Check names with accents.`,
        ]
      : []),
    ...(outside.count > 0
      ? [
          `${outside.count === 1 ? 'One line outside of the cards isn’t' : `${outside.count.toLocaleString('en-US')} lines outside of the cards aren’t`} imported${outside.count === 1 ? ':' : ', first'} “${outside.first}”`,
        ]
      : []),
  ]
}

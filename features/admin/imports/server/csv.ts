// Turns a file's bytes into its encoding, text, and records. Every problem with a file gets a message.
import { Readable } from 'node:stream'
import Papa from 'papaparse'
import { Refusal } from '#core/contract/errors.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export const badFile = (sentence: string) => new Refusal('bad_file', sentence, 400, { file: sentence })

const HIGHEST_SHARE = 0.3
/** Bytes that Windows-1252 leaves undefined. */
const undefinedIn1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])

/** Checks every byte of a file as it passes and returns the encoding at the end. */
export class EncodingSniffer {
  #head = Buffer.alloc(0)
  #utf8 = new TextDecoder('utf-8', { fatal: true })
  #isUtf8 = true
  #hasNul = false
  #size = 0
  #high = 0
  #impossible = 0

  see(chunk: Buffer): void {
    if (this.#head.length < 8) this.#head = Buffer.concat([this.#head, chunk.subarray(0, 8)])
    this.#size += chunk.length
    if (this.#isUtf8) this.#isUtf8 = this.#decodes(chunk)
    for (const byte of chunk) {
      if (byte === 0) this.#hasNul = true
      else if (byte >= 0x80) {
        this.#high++
        if (undefinedIn1252.has(byte)) this.#impossible++
      } else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1a)
        this.#impossible++
    }
  }

  /** Throws an error with a message if the file isn't readable text. */
  end(): Encoding {
    if (this.#isUtf8) this.#isUtf8 = this.#decodes(undefined)
    const [a, b, c] = this.#head
    if (this.#size === 0) throw badFile('This file is empty.')
    if (a === 0xd0 && b === 0xcf)
      throw badFile(
        'This looks like an old or password-protected Excel workbook. Save it as .xlsx without a password and upload that.',
      )
    if (a === 0xff && b === 0xfe) return 'utf-16le'
    if (a === 0xfe && b === 0xff) return 'utf-16be'
    if (this.#hasNul) throw badFile('This isn’t a text file: it contains null bytes. Save it as CSV (UTF-8).')
    if (this.#isUtf8) return 'utf-8'
    if (a === 0xef && b === 0xbb && c === 0xbf)
      throw badFile('This file says it’s UTF-8, but it isn’t. Save it again as CSV (UTF-8).')
    if (this.#impossible === 0 && this.#high <= this.#size * HIGHEST_SHARE) return 'windows-1252'
    throw badFile('We couldn’t read this file’s text: it isn’t UTF-8, UTF-16, or Windows-1252. Save it as CSV (UTF-8).')
  }

  #decodes(chunk: Buffer | undefined): boolean {
    try {
      this.#utf8.decode(chunk, { stream: chunk !== undefined })
      return true
    } catch {
      return false
    }
  }
}

/** Decodes a file's text in pieces, without its byte order mark, and with every line ending as '\n'. */
export async function* decodeText(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let endedInReturn = false
  const unify = (text: string, isLast: boolean) => {
    let piece = endedInReturn ? `\r${text}` : text
    endedInReturn = !isLast && piece.endsWith('\r')
    if (endedInReturn) piece = piece.slice(0, -1)
    if (piece.includes('\0')) throw badFile('This file contains null characters. Save it as CSV (UTF-8).')
    return piece.replaceAll(/\r\n?/g, '\n')
  }
  const decode = (chunk?: Buffer) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw badFile(`We couldn’t read this file as ${encoding.toUpperCase()}. Save it as CSV (UTF-8).`)
    }
  }
  for await (const chunk of bytes) {
    const text = unify(decode(chunk), false)
    if (text !== '') yield text
  }
  const rest = unify(decode(), true)
  if (rest !== '') yield rest
}

const delimiters = [',', ';', '\t']

/**
 * Finds which of comma, semicolon, and tab divides the headings, because the rows below contain commas and semicolons
 * in their text. Returns a comma if there is only one column.
 */
export function delimiterOf(start: string): string {
  const [by, ...others] = delimiters.map((delimiter) => ({
    delimiter,
    counts: Papa.parse<string[]>(start, { preview: 20, newline: '\n', delimiter, skipEmptyLines: true }).data.map(
      (cells) => cells.length,
    ),
  }))
  let best = by!
  const first = best.counts.findIndex((count, i) => count > 1 || others.some(({ counts }) => (counts[i] ?? 0) > 1))
  for (const other of others) if ((other.counts[first] ?? 0) > (best.counts[first] ?? 0)) best = other
  return best.delimiter
}

/** Characters. A quote that is never closed would swallow the rest of the file. */
const LONGEST_RECORD = 1024 * 1024

/**
 * Passes on the records of a text in order, in batches, and waits until each batch is processed. Throws an error that
 * names the row of a broken quote.
 */
export function readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  take: (records: string[][]) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let before = 0
    let given = 0
    let givenAtRecord = 0
    let quotes = 0
    async function* counted() {
      for await (const piece of text) {
        given += piece.length
        quotes += piece.split('"').length - 1
        yield piece
      }
    }
    // An error of the source reaches the parser's `error`. A plain object stream keeps the pieces unchanged.
    const source = Readable.from(counted(), { highWaterMark: 1 })
    const giveUp = (parser: { abort: () => void }, reason: unknown) => {
      reject(reason)
      parser.abort()
      source.destroy()
    }
    Papa.parse<string[]>(source, {
      delimiter,
      newline: '\n',
      chunk({ data, errors }, parser) {
        const broken = errors.find(({ type }) => type === 'Quotes')
        if (broken) return giveUp(parser, badFile(brokenQuote(before + (broken.row ?? 0) + 1, broken.code)))
        if (data.length > 0) {
          givenAtRecord = given
        } else if (given - givenAtRecord > LONGEST_RECORD) {
          // Complete rows have an even number of quotation marks.
          const reason = quotes % 2 === 1 ? brokenQuote(before + 1, 'MissingQuotes') : tooLong(before + 1)
          return giveUp(parser, badFile(reason))
        }
        before += data.length
        if (data.length === 0) return
        parser.pause()
        take(data).then(
          () => parser.resume(),
          (reason) => giveUp(parser, reason),
        )
      },
      complete: () => resolve(),
      error: reject,
    })
  })
}

const brokenQuote = (row: number, code: string) =>
  code === 'MissingQuotes'
    ? `Row ${row} opens a quotation mark that never closes. Fix it and upload the file again.`
    : `Row ${row} has a quotation mark in the wrong place. Fix it and upload the file again.`

const tooLong = (row: number) =>
  `Row ${row} is longer than 1 MB. Check that each row of the file ends in a line break, then upload it again.`

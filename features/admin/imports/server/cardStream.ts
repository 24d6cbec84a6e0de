// Divides the bytes of a vCard file into cards, one at a time, so that a large address book takes little memory.
import { vcardLimits } from './cardRow.ts'

/** `problem` is a sentence that says why the card is damaged. Its bytes are then those that could be read. */
export type RawCard = { bytes: Uint8Array; problem: string | null }
/** `outside` are lines between the cards. */
export type CardPart = RawCard | { outside: string }

const [RETURN, FEED] = [13, 10]
const SHOWN = 80
/** Bytes of a card that is too long in which its name is looked for. */
const FIRST_PART = 64 * 1024

/** Passes on lines without their ends. A line that is longer than a card can be is cut. */
async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: Buffer; isCut: boolean }> {
  let parts: Buffer[] = []
  let size = 0
  let isAfterReturn = false
  const add = (part: Buffer) => {
    if (size <= vcardLimits.bytes) parts.push(part)
    size += part.length
  }
  const end = () => {
    const line = { line: Buffer.concat(parts), isCut: size > vcardLimits.bytes }
    parts = []
    size = 0
    return line
  }
  for await (const given of bytes) {
    const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte !== RETURN && byte !== FEED) {
        isAfterReturn = false
        continue
      }
      // '\r\n' ends one line.
      if (byte === FEED && isAfterReturn) from = at + 1
      else {
        add(chunk.subarray(from, at))
        yield end()
        from = at + 1
      }
      isAfterReturn = byte === RETURN
    }
    add(chunk.subarray(from))
  }
  if (size > 0) yield end()
}

const edge = /^(?:\xef\xbb\xbf)?\s*(BEGIN|END)\s*:\s*VCARD\s*$/i
const agent = /^(?:[\w-]+\.)?AGENT\b[^:]*:\s*$/i

class OpenCard {
  #lines: Uint8Array[] = []
  #size = 0
  #isTooLong = false
  #last = ''
  /** Cards within this one, such as an assistant. */
  depth = 0

  add(line: Buffer, isCut: boolean): void {
    const size = this.#size + line.length + 1
    if (isCut || size > vcardLimits.bytes) this.#isTooLong = true
    else if (!this.#isTooLong) {
      this.#lines.push(line, newline)
      this.#size = size
    }
    if (line.length > 0) this.#last = line.length < 200 ? line.toString('latin1') : ''
  }
  get isBeforeAgent(): boolean {
    return agent.test(this.#last)
  }
  end(isClosed: boolean): RawCard {
    const problem = this.#isTooLong ? vcardLimits.tooLong : isClosed ? null : vcardLimits.unclosed
    if (!isClosed) this.#lines.push(Buffer.from('END:VCARD\n'))
    const bytes = Buffer.concat(this.#lines)
    return { bytes: this.#isTooLong ? bytes.subarray(0, FIRST_PART) : bytes, problem }
  }
}
const newline = Buffer.from('\n')

export async function* cardsIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CardPart> {
  let open: OpenCard | null = null
  for await (const { line, isCut } of linesIn(bytes)) {
    const found = line.length < 60 ? edge.exec(line.toString('latin1'))?.[1]?.toUpperCase() : undefined
    const isNested: boolean = open !== null && (open.depth > 0 || (found === 'BEGIN' && open.isBeforeAgent))
    if (found === 'BEGIN' && !isNested) {
      if (open) yield open.end(false)
      open = new OpenCard()
      open.add(Buffer.from('BEGIN:VCARD'), false)
    } else if (!open) {
      const text = line.toString('latin1').trim()
      if (text !== '') yield { outside: text.slice(0, SHOWN) }
    } else {
      if (isNested && found) open.depth += found === 'BEGIN' ? 1 : -1
      open.add(line, isCut)
      if (found === 'END' && !isNested) {
        yield open.end(true)
        open = null
      }
    }
  }
  if (open) yield open.end(false)
}

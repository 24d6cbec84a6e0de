// Finds the parts of a MIME message in one pass over its bytes, without decoding anything. The MIME parser of the
// package reads whole messages and has no limit on parts and bytes, so this decides which pieces it gets.
import { mailLimits } from './receivedMessage.ts'

export type MimePart = {
  /** Lowercase, such as 'text/plain'. */
  type: string
  isAttachment: boolean
  hasName: boolean
  contentId: string
  encoding: string
  /** Header lines as Latin-1 text, which has one character for each byte. */
  header: string
  /** The body's bytes, without the line end before the next boundary. */
  body: Uint8Array
  /** Size after decoding. */
  size: number
  /** The number of the 'multipart/alternative' around it, or null. */
  alternative: number | null
  isRelated: boolean
}

export type MimeOutline = {
  /** Header lines of the message as Latin-1 text. */
  header: string
  type: string
  parts: MimePart[]
  isCut: boolean
}

type Open = { boundary: Uint8Array; alternative: number | null; isRelated: boolean; isDigest: boolean }
const LF = 10
const CR = 13
const DASH = 45
const SPACE = 32
const TAB = 9
/** RFC 2046 allows 70 characters. */
const LONGEST_BOUNDARY = 200

export function outlineOf(bytes: Uint8Array): MimeOutline {
  return new Scan(bytes).outline()
}

class Scan {
  private readonly bytes: Uint8Array
  private readonly parts: MimePart[] = []
  private readonly open: Open[] = []
  private alternatives = 0
  private isCut = false
  private steps = 0
  /** The start of the line to read next. */
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  outline(): MimeOutline {
    this.at = startOf(this.bytes)
    const header = this.header(mailLimits.headerBytes)
    const fields = contentFieldsOf(header)
    const type = typeOf(fields, 'text/plain')
    if (!this.enter(fields, type)) this.leaf(header, 'text/plain')
    while (!this.isCutOff() && this.findPart()) this.part()
    return { header, type, parts: this.parts, isCut: this.isCut }
  }

  private isCutOff(): boolean {
    const isOver = this.parts.length >= mailLimits.parts
    if (isOver) this.isCut = true
    return isOver
  }

  private part() {
    const header = this.header(mailLimits.partHeaderBytes)
    const fields = contentFieldsOf(header)
    const initial = this.open.at(-1)?.isDigest ? 'message/rfc822' : 'text/plain'
    if (!this.enter(fields, typeOf(fields, initial))) this.leaf(header, initial)
  }

  /** Returns false if this isn't a multipart that can be entered. */
  private enter(fields: ReadonlyMap<string, string>, type: string): boolean {
    if (!type.startsWith('multipart/')) return false
    const boundary = boundaryOf(fields.get('content-type') ?? '')
    if (!boundary) return false
    if (this.open.length >= mailLimits.depth) {
      this.isCut = true
      return false
    }
    const parent = this.open.at(-1)
    this.open.push({
      boundary: Uint8Array.from(boundary, (sign) => sign.charCodeAt(0)),
      alternative: type === 'multipart/alternative' ? ++this.alternatives : (parent?.alternative ?? null),
      isRelated: type === 'multipart/related' || (parent?.isRelated ?? false),
      isDigest: type === 'multipart/digest',
    })
    return true
  }

  /** Reads lines to the first blank one. Stops at a boundary, which ends a part without a body, and at its limits. */
  private header(most: number): string {
    const start = this.at
    let end = start
    for (let lines = 0; this.at < this.bytes.length; lines++) {
      const lineStart = this.at
      const lineEnd = this.endOfLine()
      const length = this.lengthOf(lineStart, lineEnd)
      if (length === 0) break
      if (this.boundaryAt(lineStart, length)) {
        this.at = lineStart
        break
      }
      if (this.at - start > most || lines >= mailLimits.headerLines) {
        this.isCut = true
        break
      }
      end = this.at
    }
    return latin1(this.bytes.subarray(start, end))
  }

  private leaf(header: string, initial: string) {
    const start = this.at
    const end = this.leafEnd()
    const body = this.bytes.subarray(start, Math.max(start, end))
    const fields = contentFieldsOf(header)
    const encoding = /[\w-]+/.exec(fields.get('content-transfer-encoding')?.toLowerCase() ?? '')?.[0] ?? ''
    const disposition = fields.get('content-disposition') ?? ''
    const parent = this.open.at(-1)
    this.parts.push({
      type: typeOf(fields, initial),
      isAttachment: /^\s*attachment/i.test(disposition),
      hasName: /name\*?(\d+\*?)?\s*=/i.test(`${fields.get('content-type') ?? ''};${disposition}`),
      contentId: fields.get('content-id') ?? '',
      encoding,
      header,
      body,
      size: encoding === 'base64' ? base64Size(body) : body.length,
      alternative: parent?.alternative ?? null,
      isRelated: parent?.isRelated ?? false,
    })
  }

  /** Stops before the next boundary, and returns the place before the line end that belongs to it. */
  private leafEnd(): number {
    const found = this.findBoundary()
    this.at = found ?? this.bytes.length
    if (found === null) return this.bytes.length
    const before = this.bytes[found - 1] === LF ? found - 1 : found
    return this.bytes[before - 1] === CR ? before - 1 : before
  }

  /** Skips the lines between parts, and returns true if another part follows. */
  private findPart(): boolean {
    while (this.open.length > 0) {
      const start = this.findBoundary()
      if (start === null) return false
      this.at = start
      const length = this.lengthOf(start, this.endOfLine())
      if (!this.close(start, length)) return true
    }
    return false
  }

  /**
   * Returns the start of the next boundary line. Jumps from dash to dash, which skips megabytes of base64 in one search,
   * and gives up after as many lines as the largest email has.
   */
  private findBoundary(): number | null {
    if (this.open.length === 0) return null
    let at = this.at
    while (at < this.bytes.length) {
      if (++this.steps > mailLimits.bodyLines) {
        this.isCut = true
        return null
      }
      const dash = this.bytes.indexOf(DASH, at)
      if (dash < 0) return null
      const feed = this.bytes.indexOf(LF, dash)
      const end = feed < 0 ? this.bytes.length : feed
      const isStart = dash === this.at || this.bytes[dash - 1] === LF
      if (isStart && this.boundaryAt(dash, this.lengthOf(dash, end))) return dash
      at = end + 1
    }
    return null
  }

  private endOfLine(): number {
    const found = this.bytes.indexOf(LF, this.at)
    const end = found < 0 ? this.bytes.length : found
    this.at = Math.min(this.bytes.length, end + 1)
    return end
  }

  private lengthOf(start: number, end: number): number {
    return end > start && this.bytes[end - 1] === CR ? end - 1 - start : end - start
  }

  /** Returns the place of the multipart whose boundary this line is, plus one, or 0. */
  private boundaryAt(start: number, length: number): number {
    if (length < 3 || length > LONGEST_BOUNDARY + 20 || this.open.length === 0) return 0
    if (this.bytes[start] !== DASH || this.bytes[start + 1] !== DASH) return 0
    return this.open.findLastIndex(({ boundary }) => this.isBoundary(boundary, start + 2, start + length)) + 1
  }

  /** Compares bytes, because a body can have hundreds of thousands of lines that begin like a boundary. */
  private isBoundary(boundary: Uint8Array, start: number, end: number): boolean {
    const after = start + boundary.length
    if (after > end) return false
    for (let at = 0; at < boundary.length; at++) if (this.bytes[start + at] !== boundary[at]) return false
    const isEnd = this.isEndAt(after, end)
    for (let at = isEnd ? after + 2 : after; at < end; at++)
      if (this.bytes[at] !== SPACE && this.bytes[at] !== TAB) return false
    return true
  }

  private isEndAt(after: number, end: number): boolean {
    return after + 2 <= end && this.bytes[after] === DASH && this.bytes[after + 1] === DASH
  }

  /** Returns true if the line ends a multipart, so that no part follows before the next boundary. */
  private close(start: number, length: number): boolean {
    const place = this.boundaryAt(start, length) - 1
    const isEnd = this.isEndAt(start + 2 + this.open[place]!.boundary.length, start + length)
    this.open.length = isEnd ? place : place + 1
    return isEnd
  }
}

/** Assumes lines of one length, as all programs write them, and reads only the first and the last. */
function base64Size(body: Uint8Array): number {
  const feed = body.indexOf(LF)
  const isTwo = feed > 0 && body[feed - 1] === CR
  let end = body.length
  while (end > 0 && (body[end - 1] === LF || body[end - 1] === CR || body[end - 1] === 61) && body.length - end < 8)
    end--
  const lines = feed < 0 ? 0 : Math.floor(end / (feed + 1))
  return Math.max(0, Math.floor(((end - lines * (isTwo ? 2 : 1)) * 3) / 4))
}

/** Skips a byte order mark, blank lines, and the line that mailbox files and Apple Mail put before a message. */
function startOf(bytes: Uint8Array): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (at < Math.min(bytes.length, 1_000) && (bytes[at] === LF || bytes[at] === CR)) at++
  if (!/^(>?From |\d+\s*\n)/.test(latin1(bytes.subarray(at, at + 20)))) return at
  const end = bytes.indexOf(LF, at)
  return end < 0 || end > at + 1_000 ? at : end + 1
}

export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** The headers that describe a body, each without line breaks. The first of several counts. */
function contentFieldsOf(header: string): Map<string, string> {
  const fields = new Map<string, string>()
  let current = ''
  for (const line of header.split('\n')) {
    const isFolded = /^[ \t]/.test(line)
    if (!isFolded) {
      const name = /^(content-[a-z-]{2,25})[ \t]*:/i.exec(line)?.[1]?.toLowerCase()
      current = name && !fields.has(name) ? name : ''
      if (current) fields.set(current, '')
    }
    if (!current) continue
    const value = fields.get(current)!
    const text = (isFolded ? line : line.slice(line.indexOf(':') + 1)).trim()
    if (value.length < 4_000) fields.set(current, `${value}${value && ' '}${text.slice(0, 2_000)}`)
  }
  return fields
}

const typeOf = (fields: ReadonlyMap<string, string>, initial: string): string =>
  /^\s*([\w.+-]{1,60}\/[\w.+-]{1,100})/.exec(fields.get('content-type') ?? '')?.[1]?.toLowerCase() ?? initial

function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] = /[;\s]boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return (quoted ?? plain)?.trimEnd() || null
}

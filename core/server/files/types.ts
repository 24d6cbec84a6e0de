// Detects types from bytes, because names and declared types aren't trusted.

export type StoredFileType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/webp'
  | 'image/gif'
  | 'image/svg+xml'
  | 'application/pdf'
  | 'video/mp4'
  | 'video/webm'
  | 'audio/mpeg'
  | 'audio/mp4'
  /** For kinds whose feature parses the file itself, such as CSV. */
  | 'application/octet-stream'

/** Enough bytes for the comments before an SVG's first tag. */
export const HEAD_BYTES = 64 * 1024

/** Shown inline, all others are downloaded. An SVG can run scripts and is never shown as uploaded. */
export const shownInPlace: ReadonlySet<string> = new Set<StoredFileType>([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/mp4',
])

const isAt = (head: Buffer, at: number, text: string) => head.subarray(at, at + text.length).toString('latin1') === text

/** Returns null for types that Pursuit doesn't store. */
export function detectFileType(head: Buffer): StoredFileType | null {
  if (isAt(head, 0, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (isAt(head, 0, '\xff\xd8\xff')) return 'image/jpeg'
  if (isAt(head, 0, 'RIFF') && isAt(head, 8, 'WEBP')) return 'image/webp'
  if (isAt(head, 0, 'GIF87a') || isAt(head, 0, 'GIF89a')) return 'image/gif'
  if (isAt(head, 0, '%PDF-')) return 'application/pdf'
  if (isAt(head, 4, 'ftyp')) return isAt(head, 8, 'M4A ') || isAt(head, 8, 'M4B ') ? 'audio/mp4' : 'video/mp4'
  if (isAt(head, 0, '\x1a\x45\xdf\xa3')) return 'video/webm'
  if (isAt(head, 0, 'ID3') || isMp3Frame(head)) return 'audio/mpeg'
  return isSvg(head.toString('utf8')) ? 'image/svg+xml' : null
}

/** MPEG audio layer III with a valid bit rate. */
const isMp3Frame = ([a = 0, b = 0, c = 0]: Buffer) =>
  a === 0xff && (b & 0xe6) === 0xe2 && c >> 4 !== 0 && c >> 4 !== 15 && (c & 0x0c) !== 0x0c

/** Returns null if more bytes are necessary and 'other' if none matches. */
export function typeAmong(
  types: readonly StoredFileType[],
  head: Buffer,
  isAll: boolean,
): StoredFileType | 'other' | null {
  const found = detectFileType(head)
  if (found && types.includes(found)) return found
  if (types.includes('application/octet-stream') && (isAll || head.length > 0)) return 'application/octet-stream'
  return found || isAll ? 'other' : null
}

/** Checks the sender's declared type, before any bytes arrive. */
export function mayBe(types: readonly StoredFileType[], said: string): boolean {
  if (types.includes('application/octet-stream') || types.some((type) => type === said)) return true
  const [main] = said.split('/')
  return !shownInPlace.has(said) && types.some((type) => type.startsWith(`${main}/`))
}

/** Only a declaration, a document type, or comments can precede the `svg` tag. */
function isSvg(text: string): boolean {
  let rest = text.replace(/^\ufeff/, '').trimStart()
  for (;;) {
    const end = rest.startsWith('<?')
      ? rest.indexOf('?>') + 2
      : rest.startsWith('<!--')
        ? rest.indexOf('-->', 4) + 3
        : /^<!doctype/i.test(rest)
          ? endOfDoctype(rest)
          : 0
    if (end === 0) return /^<(?:[a-z]\w*:)?svg[\s>/]/.test(rest)
    if (end < 4) return false
    rest = rest.slice(end).trimStart()
  }
}

function endOfDoctype(text: string): number {
  const inner = text.indexOf('[')
  const plain = text.indexOf('>')
  if (inner === -1 || inner > plain) return plain === -1 ? 1 : plain + 1
  const close = /\]\s*>/.exec(text)
  return close ? close.index + close[0].length : 1
}

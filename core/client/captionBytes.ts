// Reads a caption file chosen in a browser.
import { type ReadCaptions, readCaptionFile } from '#core/contract/captionFile.ts'

/** Decodes UTF-8 or UTF-16, and Windows-1252 for anything else. */
function captionTextOf(bytes: Uint8Array): { text: string; notes: string[] } {
  const wide = wideEncodingOf(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes), notes: [] }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notes: [] }
  } catch {
    const notes = ['The file isn’t UTF-8. We read it as Western European text (Windows-1252).']
    return { text: new TextDecoder('windows-1252').decode(bytes), notes }
  }
}

/** Throws the same errors as `readCaptionFile`. */
export function readCaptionBytes(bytes: Uint8Array, seconds?: number): ReadCaptions & { text: string } {
  const { text, notes } = captionTextOf(bytes)
  const read = readCaptionFile(text, seconds)
  return { text, cues: read.cues, notes: [...notes, ...read.notes] }
}

/** Detects UTF-16 by its byte order mark, or because every other byte of its first characters is 0. */
function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, 200)
  const zeros = (from: number) => head.filter((byte, at) => at % 2 === from && byte === 0).length
  if (zeros(1) > head.length / 5 && zeros(0) === 0) return 'utf-16le'
  return zeros(0) > head.length / 5 && zeros(1) === 0 ? 'utf-16be' : undefined
}

// What the report's font can show. A font that shows everything would be larger than the product.
import { readFileSync } from 'node:fs'

/** Stands for a character that the font has not. Itself in the font. */
export const MISSING = '¿'
export const MISSING_NOTE = `${MISSING} stands for characters that this font does not have; the Excel file has them.`

/** The text as the font can show it: one mark for each run of what it can't. */
export function shownBy(has: (codePoint: number) => boolean): (text: string) => string {
  const isShown = (letter: string) => /\s/.test(letter) || has(letter.codePointAt(0)!)
  return (text) => {
    const letters = Array.from(new Intl.Segmenter('en').segment(text.normalize('NFC')), ({ segment }) =>
      [...segment].every(isShown) ? segment : MISSING,
    )
    return letters.filter((letter, at) => letter !== MISSING || letters[at - 1] !== MISSING).join('')
  }
}

/** Which characters a TrueType font has, of the basic plane: its cmap table in format 4 (OpenType specification, 'cmap'). */
export function charactersOf(file: string): (codePoint: number) => boolean {
  const font = readFileSync(file)
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i)
  const cmap = font.readUInt32BE(tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')! + 8)
  const encodings = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) => cmap + 4 + 8 * i)
  const map = encodings.map((at) => cmap + font.readUInt32BE(at + 4)).find((at) => font.readUInt16BE(at) === 4)!
  const size = font.readUInt16BE(map + 6)
  const known = new Set<number>()
  for (let at = map + 14; at < map + 14 + size; at += 2) {
    const [last, first] = [font.readUInt16BE(at), font.readUInt16BE(at + size + 2)]
    const [delta, offsetAt] = [font.readUInt16BE(at + 2 * size + 2), at + 3 * size + 2]
    const offset = font.readUInt16BE(offsetAt)
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const glyph = offset === 0 ? code + delta : font.readUInt16BE(offsetAt + offset + 2 * (code - first))
      if ((glyph & 0xffff) !== 0) known.add(code)
    }
  }
  return (codePoint) => known.has(codePoint)
}

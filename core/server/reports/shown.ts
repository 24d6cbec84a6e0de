// What the report's font can show. A font that shows everything would be larger than the product.
import { openSync } from 'fontkit'

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

/** Which characters a font has. */
export function charactersOf(file: string): (codePoint: number) => boolean {
  const font = openSync(file)
  return (codePoint) => font.hasGlyphForCodePoint(codePoint)
}

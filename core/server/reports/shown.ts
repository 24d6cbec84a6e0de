// Which font shows which part of a text. The report's own has Latin, Greek, and Cyrillic; others are used where this server has them.
import type { Font } from './fonts.ts'

/** Stands for letters that no font has. Itself in the font. */
export const MISSING = '■'

/** A part of a text in one font; none: the report's own. */
export type TextRun = { text: string; font?: string }

/** What is drawn together with the sign before it, and what only says how it looks. */
const IGNORED = /\p{Cf}|\p{Variation_Selector}/gu
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u
/** A line of letters that run from right to left: longer ones are cut between words, as nothing cuts them later. */
const LINE = 30

/** `ofReport` has no name; `others` are asked for only when they are needed. `missing` collects the letters that no font has. */
export function runsBy(ofReport: Font, others: (letters: string) => readonly Font[], missing: Set<string>) {
  const hasAll = ({ has }: Font, letter: string) =>
    [...letter].every((sign) => /\s/.test(sign) || has(sign.codePointAt(0)!))
  return (text: string): TextRun[] => {
    const normal = text.normalize('NFC')
    if (hasAll(ofReport, normal)) return [{ text: normal }]
    const fonts = [ofReport, ...others(normal)]
    const runs: TextRun[] = []
    for (const { segment } of new Intl.Segmenter('en').segment(normal)) {
      const letter = hasAll(ofReport, segment) ? segment : segment.replaceAll(IGNORED, '')
      if (letter === '') continue
      const last = runs.at(-1)
      const current = last && fonts.find(({ name }) => name === last.font)
      // Digits among letters from right to left would be turned around with them.
      const stays = /\s/.test(letter) || (hasAll(ofReport, letter) && !/[\p{L}\p{N}]/u.test(letter))
      const font = stays && current && hasAll(current, letter) ? current : fonts.find((one) => hasAll(one, letter))
      if (!font) missing.add(letter)
      const said = font ? letter : MISSING
      if (last && last.font === font?.name) {
        if (font || !last.text.endsWith(MISSING)) last.text += said
      } else runs.push(font?.name ? { text: said, font: font.name } : { text: said })
    }
    return inOrder(runs)
  }
}

/** A text whose first letter runs from right to left begins at the right. Blanks between the parts stay where they are. */
function inOrder(runs: TextRun[]): TextRun[] {
  if (!runs.some(({ text }) => RIGHT_TO_LEFT.test(text))) return runs
  const parts = runs.flatMap(({ text, ...run }) => {
    const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
    return [{ text: before }, { ...run, text: RIGHT_TO_LEFT.test(inner) ? kept(inner) : inner }, { text: after }]
  })
  const [first = ''] = runs.flatMap(({ text }) => /\p{L}/u.exec(text) ?? [])
  const said = parts.filter(({ text }) => text !== '')
  return RIGHT_TO_LEFT.test(first) ? said.toReversed() : said
}

/** Lines whose words stay together: each is turned around as a whole. */
function kept(text: string): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last}\u00a0${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** Debian's packages with fonts for these letters, which all servers in Docker's image can install as well. */
export function missingNote(missing: ReadonlySet<string>): string {
  const letters = [...missing].join('')
  const packages = [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u.test(
      letters,
    ) && 'fonts-noto-cjk',
    /\p{Extended_Pictographic}/u.test(letters) && 'fonts-symbola',
  ].filter(Boolean)
  const named = packages.length > 0 ? packages.join(' and ') : 'fonts-noto-core'
  return `${MISSING} stands for letters that no font of this server has: install the package ${named} on it. The Excel file has them.`
}

// Assigns fonts. The report's own has Latin, Greek, and Cyrillic.
import type { Font } from './fonts.ts'

/** Placeholder for missing characters. */
export const MISSING = '■'

/** A run without `font` uses the report's own. */
export type TextRun = { text: string; font?: string }

/** Combine with the previous character or only change its appearance. */
const IGNORED = /\p{Cf}|\p{Variation_Selector}/gu
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u
/** Characters per right-to-left line, because nothing wraps them later. */
const LINE = 30

/** `others` is called only when necessary. `missing` collects unavailable characters. */
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
      // Digits inside right-to-left text would be reversed with it.
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

/** Starts right-to-left text at the right. Spaces between runs stay in place. */
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

/** Each line is reversed as a unit, so words stay whole. */
function kept(text: string): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE) lines[lines.length - 1] = `${last}\u00a0${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}

/** Debian packages, which the Docker image can also install. */
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

// Reads addresses and numbers in the lines of a vCard. Pure.
import type { CardLine } from './contentLines.ts'

/** Version 4.0 ranks preferences from 1, older versions use TYPE=pref. */
export function byPreference(lines: readonly CardLine[]): CardLine[] {
  const rank = ({ parameters }: CardLine) => {
    if (parameters.PREF !== undefined) return Number.parseInt(parameters.PREF, 10) || 100
    return /\bpref\b/i.test(parameters.TYPE ?? '') ? 1 : 101
  }
  return lines.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the address in 'Jane Doe <jane@acme.example>' and in 'mailto:jane@acme.example'. */
export const addressIn = (value: string): string =>
  (/<([^<>]*)>\s*$/.exec(value)?.[1] ?? value).replace(/^mailto:/i, '').trim()

/** Version 4.0 can use a URI: 'tel:+1-206-555-0134;ext=12'. */
export const numberIn = (value: string): string =>
  /^tel:/i.test(value.trim())
    ? value.trim().replace(/^tel:/i, '').replace(/;ext=/i, ' ext. ').replace(/;.*$/, '')
    : value.trim()

/** No one answers at a fax or a pager. */
export const isVoice = ({ parameters }: CardLine): boolean => !/\b(fax|pager|modem|bbs)\b/i.test(parameters.TYPE ?? '')

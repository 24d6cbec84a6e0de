// Amounts as people write them in one line. Pure.
import { readAmount } from '#core/contract/money.ts'

/** The word without punctuation behind it. */
export const bare = (word: string) => word.replace(/[,;.!]+$/, '')

const powers: Record<string, number> = { '': 1, k: 1e3, m: 1e6, mm: 1e6 }

/** Parses '$40k', '40,000', or '1.2m', otherwise null. Without $, k, or m, it needs three digits. */
export function quickAmount(word: string): number | null {
  const [, dollar, digits, power] = /^(\$?)(\d[\d,]*(?:\.\d+)?)(mm|m|k)?$/i.exec(bare(word)) ?? []
  if (digits === undefined) return null
  if (!dollar && !power && digits.replace(/[,.].*$/, '').length + (digits.includes(',') ? 3 : 0) < 3) return null
  const times = powers[(power ?? '').toLowerCase()] ?? 1
  if (times === 1) return readAmount(digits)
  const whole = Number(digits.replaceAll(',', '')) * times
  return readAmount((Math.round(whole * 100) / 100).toFixed(2))
}

import { z } from 'zod'

/** Dollars. -1 is 'Intangible', which counts as won and adds nothing. Source: RULINGS, section 4. */
export const INTANGIBLE = -1
/** Largest amount within the specification's 13 characters: 99,999,999.99. */
export const MAX_AMOUNT = 99_999_999.99
export const MAX_AMOUNT_CHARACTERS = 13

const hasCents = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6

export const amountMissing = 'Please enter a $ amount.'
export const revenueMissing = 'Please enter revenue.'
export const amountTooLarge = 'The limit is $99,999,999.99.'

/** `missing` is the message for no amount. */
export const amountOr = (missing: string) =>
  z
    .number({ error: ({ input }) => (input == null ? missing : amountMissing) })
    .refine((n) => n <= MAX_AMOUNT, { error: amountTooLarge, abort: true })
    .refine((n) => n === INTANGIBLE || (n >= 0 && hasCents(n)), amountMissing)
export const amount = amountOr(amountMissing)

/** Counts Intangible and missing amounts as 0. */
export const worth = (amount: number | null | undefined) => (amount == null || amount === INTANGIBLE ? 0 : amount)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** Formats dollars without cents, 'Intangible', or '' for none. */
export const formatAmount = (amount: number | null | undefined): string =>
  amount == null ? '' : amount === INTANGIBLE ? 'Intangible' : dollars.format(amount)

const units = [
  [1e18, 'E'],
  [1e15, 'P'],
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'mm'],
  [1e3, 'k'],
] as const

/** Formats three significant digits with the specification's k, mm, B, T, P, E: '$1.28mm'. */
export function abbreviateAmount(amount: number | null | undefined): string {
  if (amount == null || amount === INTANGIBLE) return formatAmount(amount)
  for (const [i, [size, letter]] of units.entries()) {
    if (amount < size) continue
    const shown = Number((amount / size).toPrecision(3))
    if (shown >= 1000 && i > 0) return `$${shown / 1000}${units[i - 1]![1]}`
    return `$${shown}${letter}`
  }
  return dollars.format(amount)
}

/** Reads '1,234.50' or '$ 40000', but not '(12)'. Returns null for an invalid or too large amount. */
export function readAmount(typed: string): number | null {
  const value = dollarsIn(typed)
  return value !== null && value <= MAX_AMOUNT ? value : null
}

/** Returns the error message for an amount that `readAmount` rejects. */
export const whyNoAmount = (typed: string): string =>
  (dollarsIn(typed) ?? 0) > MAX_AMOUNT ? amountTooLarge : amountMissing

function dollarsIn(typed: string): number | null {
  const plain = typed.trim().replace(/^\$\s*/, '')
  return /^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(plain) ? Number(plain.replaceAll(',', '')) : null
}

/** Formats '$1,284,000' and '$1.28mm'. */
export const bothForms = (amount: number) => ({ long: formatAmount(amount), short: abbreviateAmount(amount) })

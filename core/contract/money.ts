import { z } from 'zod'

/** Dollars; -1 stands for 'Intangible': it counts as won and adds nothing. Source: RULINGS, section 4. */
export const INTANGIBLE = -1
/** The largest amount that fits the specification's 13 characters with separators and cents: 99,999,999.99. */
export const MAX_AMOUNT = 99_999_999.99
export const MAX_AMOUNT_CHARACTERS = 13

const hasCents = (amount: number) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6

export const amountMissing = 'Please enter a $ amount.'
/** Where nothing was given for a revenue. */
export const revenueMissing = 'Please enter revenue.'
export const amountTooLarge = 'The limit is $99,999,999.99.'

/** `missing`: what is said where none is given. */
export const amountOr = (missing: string) =>
  z
    .number({ error: ({ input }) => (input == null ? missing : amountMissing) })
    .refine((n) => n <= MAX_AMOUNT, { error: amountTooLarge, abort: true })
    .refine((n) => n === INTANGIBLE || (n >= 0 && hasCents(n)), amountMissing)
export const amount = amountOr(amountMissing)

/** What an amount adds to a sum: Intangible and none add 0. */
export const worth = (amount: number | null | undefined) => (amount == null || amount === INTANGIBLE ? 0 : amount)

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** '$120,000', 'Intangible', or '' for none. USD without cents. */
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

/** '$412k', '$1.28mm': three significant digits, the specification's letters k, mm, B, T, P, E. */
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

/** Reads what a person types or a file holds: '1,234.50', '$ 40000', '(12)' no. Returns null when it is not an amount, or too large a one. */
export function readAmount(typed: string): number | null {
  const value = dollarsIn(typed)
  return value !== null && value <= MAX_AMOUNT ? value : null
}

/** Why `readAmount` read none. */
export const whyNoAmount = (typed: string): string =>
  (dollarsIn(typed) ?? 0) > MAX_AMOUNT ? amountTooLarge : amountMissing

function dollarsIn(typed: string): number | null {
  const plain = typed.trim().replace(/^\$\s*/, '')
  return /^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(plain) ? Number(plain.replaceAll(',', '')) : null
}

/** An amount in its long and its short form: '$1,284,000' and '$1.28mm'. */
export const bothForms = (amount: number) => ({ long: formatAmount(amount), short: abbreviateAmount(amount) })

import { type CameFrom, keyOfSource } from '#core/contract/referrals.ts'

const isSource = (value: unknown): value is CameFrom => typeof value === 'object' && value !== null

/** Compares two values of a field. A contact or colleague is the same under another name. */
export const isSameFact = (a: unknown, b: unknown): boolean =>
  a === b || (isSource(a) && isSource(b) && keyOfSource(a) === keyOfSource(b))

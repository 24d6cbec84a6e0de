import { z } from 'zod'

/** Messages that the specification fixes for fields, section 5. */
export const messages = {
  complete: 'Please complete this field',
  required: 'Required',
  max: (length: number) => `Maximum length is ${length} characters`,
  email: 'Invalid email address',
  number: 'This is number only field.',
} as const

/** PostgreSQL can't store NUL or unpaired surrogates. No one types other control characters on purpose. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g
/** Only invisible characters count as empty. Inside text, such as emoji, they are valid. */
const unseen = /^[\s\p{DI}]+$/u
const clean = (text: string) => text.toWellFormed().replace(control, '').replace(unseen, '')

export const text = (max: number) =>
  z.string({ error: messages.complete }).overwrite(clean).trim().max(max, messages.max(max))
export const requiredText = (max: number) => text(max).min(1, messages.complete)

/** Accepts the specification's patterns, longer top-level domains, and '+'. Source: RULINGS, section 5. */
const emailPattern = /^[A-Za-z0-9._%+'-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
export const isEmail = (address: string) =>
  address.length <= 254 && emailPattern.test(address) && !address.includes('..')
export const optionalEmail = text(100).refine((value) => value === '' || isEmail(value), messages.email)

export const id = z.guid({ error: 'Invalid ID.' })
/** Can be a temporary ID of this device. */
export const localId = z.string().min(1)
const noSuchDay = 'Choose a date.'
/** `YYYY-MM-DD` in the firm's zone, from 1900 to 9998, so that computed days keep the format. */
export const day = z.iso.date({ error: noSuchDay }).refine((given) => !/^(0|1[0-8]|9999)/.test(given), noSuchDay)
/** `YYYY-MM-DD HH:mm:ss` in the firm's zone. Source: RULINGS, section 3. */
export const stamp = z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

// Limits and messages for the input of templates, lists, and digests, as in the specification.
import { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import { id, messages } from '#core/contract/fields.ts'
import { LIBRARY_NAME_LENGTH, lineText, normalizedName } from '../namesContract.ts'
import { isPlannable, isStamp, isStampLike, noSuchTime } from '../timesContract.ts'

/** Source: the second specification, sections 5 and 9. */
export const limits = {
  title: 60,
  description: 300,
  subject: 120,
  preheader: 150,
  name: LIBRARY_NAME_LENGTH,
  templateName: 100,
  recipients: 10_000,
  lists: 100,
  groups: 200,
  contents: 30,
  /** Shortest time between the call and the run, in milliseconds. */
  lead: 240_000,
  autoPopulated: 4,
} as const

export const DEFAULT_COLOR = '#15397E'

export const digestMessages = {
  /** Shown if the digest's time is too soon. */
  tooSoon: 'Choose a time at least 5 minutes from now.',
  noSuchDate: noSuchTime,
  added: 'Looks like this video was already added',
  nameRequired: 'Name is required',
  templateName: 'Template Name is required',
  notAColor: 'Choose a color such as #15397E.',
  noContent: 'Add at least one item.',
  noRecipient: 'Choose at least one recipient.',
  noContact: 'No one would get this digest. Choose someone who gets digests.',
  link: 'Content link is required',
  frequency: 'Choose a frequency: 1 Once, 2 Weekly, 3 Bi-Weekly, 4 Monthly, or 5 Bi-Monthly.',
} as const

/** Schema of at most `most` ids. `what` names them in the message. */
export const ids = (most: number, what: string) => z.array(id).max(most, atMost(most, what))
export const atMost = (most: number, what: string) => `The limit is ${most.toLocaleString('en-US')} ${what}.`

/** Schema of one line; pasted line breaks are removed. */
export const line = (max: number) => z.string({ error: messages.required }).pipe(lineText(max))

/** Requires a letter or a digit. Allows only letters, digits, colons, commas, semicolons, hyphens, and spaces. */
export const recipientListName = normalizedName(digestMessages.nameRequired)

export const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, digestMessages.notAColor)
  .overwrite((value) => value.toUpperCase())

/**
 * Schema of `YYYY-MM-DD HH:mm:ss` in the firm's time zone, seconds optional, or an instant with its offset. Rejects
 * days that don't exist.
 */
export const dateInput = z
  .string()
  .refine((value) => value === '' || isStamp(value) || isInstant(value), digestMessages.noSuchDate)

const isInstant = (value: string) =>
  z.iso.datetime({ offset: true }).safeParse(value).success && isPlannable(value.slice(0, 10))

/** Converts an input date to `YYYY-MM-DD HH:mm:ss` in the firm's time zone. */
export function stampOf(zone: string, value: string): string {
  if (!isStampLike(value)) return stampIn(zone, value)
  const stamp = value.replace('T', ' ')
  return stamp.length === 16 ? `${stamp}:00` : stamp
}

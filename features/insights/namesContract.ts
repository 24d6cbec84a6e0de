// Names that people of a firm give to what they sort things into: sections of the Library, lists of recipients, tags.
import { z } from 'zod'
import { messages, text } from '#core/contract/fields.ts'

/** Source: specification, section 5. */
export const NAME_LENGTH = 60
const otherSigns = 'Name can only include letters, numbers or special characters: ": , ;"'

/** A line break is a space: a name stands on one line. */
export const lineText = (max: number) => text(max).overwrite((given) => given.replace(/\s+/g, ' '))

/** The rule of sections and of distribution lists; `empty` is what is said where nothing is given. */
export const sortName = (empty: string) =>
  z.string({ error: empty }).pipe(
    lineText(NAME_LENGTH)
      .min(1, empty)
      .regex(/^[\p{L}\p{M}\p{N}:,;\-\s]*$/u, otherSigns)
      .refine((name) => name === '' || /[\p{L}\p{N}]/u.test(name), otherSigns),
  )

export const tagName = z
  .string({ error: 'Tag Name is required' })
  .pipe(lineText(NAME_LENGTH).min(1, 'Tag Name is required'))
export const required = messages.required

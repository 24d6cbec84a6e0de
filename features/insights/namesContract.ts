// Names that people of a firm give to sections of the Library, distribution lists, and tags.
import { z } from 'zod'
import { messages, text } from '#core/contract/fields.ts'

/** Source: specification, section 5. */
export const LIBRARY_NAME_LENGTH = 60
const otherSigns = 'Name can only include letters, numbers or special characters: ": , ;"'

/** Characters that change the text direction. No one types them, and they make a name look like another. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** Turns a line break into a space. A name is one line, and a line break could start another header in an email. */
export const lineText = (max: number) =>
  text(max).overwrite((given) =>
    given
      .replace(turning, '')
      .replace(/[\s\u0085]+/g, ' ')
      .trim(),
  )

/** Schema of names of sections and distribution lists. `empty` is the message for an empty name. */
export const normalizedName = (empty: string) =>
  z.string({ error: empty }).pipe(
    lineText(LIBRARY_NAME_LENGTH)
      .min(1, empty)
      .regex(/^[\p{L}\p{M}\p{N}:,;\-\s]*$/u, otherSigns)
      .refine((name) => name === '' || /[\p{L}\p{N}]/u.test(name), otherSigns),
  )

/** The name of a person's `favourites` tag, which the firm's tags can't use. */
export const FAVOURITES = 'favourites'

/**
 * Tag names are listed with commas between them, and the caller's favourites tag is one of them, so a name can be
 * neither.
 */
export const tagName = z.string({ error: 'Tag Name is required' }).pipe(
  lineText(LIBRARY_NAME_LENGTH)
    .min(1, 'Tag Name is required')
    .refine((name) => !name.includes(','), 'Tag Name can’t include a comma.')
    .refine((name) => !/^favou?rites$/i.test(name), 'Favorites have this name. Choose another.'),
)
export const required = messages.required

// Names that people of a firm give to what they sort things into: sections of the Library, lists of recipients, tags.
import { z } from 'zod'
import { messages, text } from '#core/contract/fields.ts'

/** Source: specification, section 5. */
export const LIBRARY_NAME_LENGTH = 60
const otherSigns = 'Name can only include letters, numbers or special characters: ": , ;"'

/** Signs that turn the direction of what stands behind them: nobody types them, and a name with one reads as another. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** A line break is a space: a name stands on one line, and an end of line would begin another header of a mail. */
export const lineText = (max: number) =>
  text(max).overwrite((given) =>
    given
      .replace(turning, '')
      .replace(/[\s\u0085]+/g, ' ')
      .trim(),
  )

/** The rule of sections and of distribution lists; `empty` is what is said where nothing is given. */
export const normalizedName = (empty: string) =>
  z.string({ error: empty }).pipe(
    lineText(LIBRARY_NAME_LENGTH)
      .min(1, empty)
      .regex(/^[\p{L}\p{M}\p{N}:,;\-\s]*$/u, otherSigns)
      .refine((name) => name === '' || /[\p{L}\p{N}]/u.test(name), otherSigns),
  )

/** `favourites` of one person is a tag by its name, and no word of the firm's. */
export const FAVOURITES = 'favourites'

/** Names of tags are told with commas between, the caller's favorites among them. */
export const tagName = z.string({ error: 'Tag Name is required' }).pipe(
  lineText(LIBRARY_NAME_LENGTH)
    .min(1, 'Tag Name is required')
    .refine((name) => !name.includes(','), 'Tag Name can’t include a comma.')
    .refine((name) => !/^favou?rites$/i.test(name), 'Favorites have this name. Choose another.'),
)
export const required = messages.required

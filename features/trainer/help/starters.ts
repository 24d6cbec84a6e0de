// By its first words a step has a starter. Pure.
import { foldCase } from '#core/contract/foldCase.ts'

/** A starter as it is compared: 'Follow  Up' and 'follow up' are one. */
export const starterKey = (starter: string): string => foldCase(starter).trim().replaceAll(/\s+/g, ' ')

/** Which of these begins the text, as whole words; of two the longer one. Undefined where none does. */
export function starterOf<S extends string>(description: string, starters: readonly S[]): S | undefined {
  const text = starterKey(description)
  const begins = (starter: string) => {
    const key = starterKey(starter)
    return key !== '' && text.startsWith(key) && !/^[\p{L}\p{N}]/u.test(text.slice(key.length))
  }
  return starters.filter(begins).sort((a, b) => starterKey(b).length - starterKey(a).length)[0]
}

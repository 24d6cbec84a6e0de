// Finds the starter in a step's first words. Pure.
import { foldCase } from '#core/contract/foldCase.ts'

/** Normalizes a starter for comparison: 'Follow  Up' and 'follow up' are equal. */
export const starterKey = (starter: string): string => foldCase(starter).trim().replaceAll(/\s+/g, ' ')

/** Returns the longest of these that starts the text as whole words, or undefined. */
export function starterOf<S extends string>(description: string, starters: readonly S[]): S | undefined {
  const text = starterKey(description)
  const begins = (starter: string) => {
    const key = starterKey(starter)
    return key !== '' && text.startsWith(key) && !/^[\p{L}\p{N}]/u.test(text.slice(key.length))
  }
  return starters.filter(begins).sort((a, b) => starterKey(b).length - starterKey(a).length)[0]
}

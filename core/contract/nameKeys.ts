// Keys under which different spellings of a person's name are the same, and the words of any name. Pure.
import { baseLetters } from './foldCase.ts'

/** Least trigram similarity of names that share a spelling. Must match the database (migration 0011). */
export const NEAR = 0.4

/** Returns the key of a person. Removes titles and turns 'Park, Lee' into 'Lee Park'. */
export function contactKeyOf(name: string): string {
  const [last, first] = name.split(',')
  const turned = first !== undefined && !isDegree(first) ? `${first} ${last}` : (last ?? '')
  const words = nameWordsOf(turned)
  const bare = words.filter((word) => !titles.has(word))
  return (bare.length > 0 ? bare : words).join(' ')
}

/** Lowercase letters and digits. 'Müller' and 'Mueller' match. An apostrophe doesn't split a word. */
export function nameWordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/[äöü]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => baseLetters[letter] ?? letter)
    .replace(/['’`´]/g, '')
    .replace(/&|\+/g, ' and ')
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

const titles = new Set(
  'mr mrs ms miss dr prof professor sir dame herr frau madame monsieur mme mlle esq phd md jr sr ii iii jd cpa mba'.split(
    ' ',
  ),
)
const isDegree = (text: string) => nameWordsOf(text).every((word) => titles.has(word))

/** Share of common three-letter pieces, 0 to 1. Each word starts with two blanks and ends with one. */
export function similarity(a: string, b: string): number {
  const [one, other] = [trigramsOf(a), trigramsOf(b)]
  let shared = 0
  for (const piece of one) if (other.has(piece)) shared++
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}

function trigramsOf(name: string): Set<string> {
  const pieces = new Set<string>()
  for (const word of name.split(' ')) {
    const padded = `  ${word} `
    for (let i = 0; i + 3 <= padded.length; i++) pieces.add(padded.slice(i, i + 3))
  }
  return pieces
}

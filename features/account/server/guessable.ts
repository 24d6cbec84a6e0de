// Detects guessable passwords the way an attacker works, with known facts about the owner.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Known facts for a guesser. */
export type PersonalWords = { names: readonly string[]; email: string; firm: string }

/**
 * Guesses by an attacker who understands how people choose passwords. Anything below is found in minutes. Eight random
 * characters pass.
 */
const FEWEST_GUESSES = 1e8
/** Characters that are judged. A strong beginning is enough, and longer ones would take too long. */
const JUDGED = 24
/** Guesses that the password must need without a year in it. */
const FEWEST_WITHOUT_YEAR = 1e6
/** Letters and digits required in addition to known facts about the owner. */
const FEWEST_OF_ITS_OWN = 5

let judge: Promise<ZxcvbnFactory> | undefined

/** Loads the dictionaries when the first person chooses a password. */
async function openJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // Number of readings of 'p4$$' to try. More would take too long.
    l33tMaxSubstitutions: 32,
  })
}

/**
 * Returns true for an easily guessed password: a common one, a pattern, a word and a year, or known facts about its
 * owner.
 */
export async function isGuessable(password: string, known: PersonalWords): Promise<boolean> {
  judge ??= openJudge()
  const words = wordsOf(known)
  const judged = await judge
  const guessesOf = (text: string) => judged.check(text.slice(0, JUDGED), words).guesses
  if (guessesOf(password) < FEWEST_GUESSES) return true
  const yearless = password.replaceAll(years, '')
  if (yearless !== password && guessesOf(yearless.replaceAll(edges, '')) < FEWEST_WITHOUT_YEAR) return true
  const rest = words
    .filter((word) => word.length > 2)
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), yearless.toLowerCase())
  return rest !== yearless.toLowerCase() && rest.replaceAll(/[^a-z\d]/g, '').length < FEWEST_OF_ITS_OWN
}

const years = /(?:19|20)\d\d/g
/** Symbols around the remaining text. */
const edges = /^[^A-Za-z\d]+|[^A-Za-z\d]+$/g

function wordsOf({ names, email, firm }: PersonalWords): string[] {
  const words = [email, ...names, ...email.split('@'), firm, 'pursuit'].flatMap((text) => {
    const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
    return [text.toLowerCase(), parts.join(''), ...parts]
  })
  return [...new Set(words)].filter((word) => word.length > 1)
}

export const guessablePassword = 'This password is too easy to guess. Choose another one.'
export const samePassword = 'This is already your password. Choose another one.'

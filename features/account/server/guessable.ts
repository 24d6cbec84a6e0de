// Whether a password is one that is guessed: judged as its guessers go about it, with what they know of its owner.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** What a guesser knows: the words of one's names, address and firm. */
export type PersonalWords = { names: readonly string[]; email: string; firm: string }

/** Tries by a guesser who knows how people choose: below this, it is found in minutes. Eight characters by chance are worth it. */
const FEWEST_GUESSES = 1e8
/** What is hard to guess in its beginning is so as a whole; longer ones would take the judge too long. */
const JUDGED = 24
/** What is left of it without a year has to be worth something by itself. */
const FEWEST_WITHOUT_YEAR = 1e6
/** Letters and digits besides what is known of its owner, where that is in it. */
const FEWEST_OF_ITS_OWN = 5

let judge: Promise<ZxcvbnFactory> | undefined

/** The dictionaries are loaded by the first who chooses a password. */
async function openJudge(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // Ways to read 'p4$$' that are gone through: more would take the judge too long.
    l33tMaxSubstitutions: 32,
  })
}

/** True for a password that is too easy to guess: a common one, a pattern, a word and a year, or made of what is known of its owner. */
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
/** Signs around what is left. */
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

// Scores and orders items by how well they match the typed text.
import { foldCase } from '#core/contract/foldCase.ts'
import type { PaletteGroup, PaletteItem } from './palette.ts'

export type SearchHit = { title: string; items: readonly PaletteItem[] }

/** From best to worst: whole label, its start, start of a word, inside a word, initials, letters in order. */
const fits = { whole: 6, start: 5, word: 4, inside: 3, initials: 2, letters: 1, none: 0 } as const
/** Fewer letters in order match almost everything. */
const LEAST_LETTERS = 3

function fitOf(text: string, word: string): number {
  if (text === word) return fits.whole
  if (text.startsWith(word)) return fits.start
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  if (words.some((one) => one.startsWith(word))) return fits.word
  if (text.includes(word)) return fits.inside
  const initials = words.map((one) => one[0]).join('')
  if (word.length > 1 && initials.startsWith(word)) return fits.initials
  return word.length >= LEAST_LETTERS && words.some((one) => hasLetters(one, word)) ? fits.letters : fits.none
}

/** Returns whether a word with the same first letter contains all letters of `word` in order: 'hldn' in 'halden'. */
function hasLetters(text: string, word: string): boolean {
  if (text[0] !== word[0]) return false
  let at = 0
  for (const letter of text) if (letter === word[at]) at++
  return at === word.length
}

/** Returns 0 when a typed word matches nothing. Any match in the label ranks above one in the detail. */
export function matchScore(item: Pick<PaletteItem, 'label' | 'detail'>, query: string): number {
  const label = foldCase(item.label)
  const detail = foldCase(item.detail ?? '')
  const typed = foldCase(query).trim()
  const words = typed.split(/\s+/).filter(Boolean)
  if (words.length === 0) return 0
  let score = label === typed ? 100 : label.startsWith(typed) ? 50 : 0
  for (const word of words) {
    const inLabel = fitOf(label, word)
    const inDetail = fitOf(detail, word)
    if (inLabel === 0 && inDetail === 0) return 0
    score += Math.max(inLabel * 2, inDetail)
  }
  return score / words.length
}

/** Best matches and groups first. Recent items win ties, then the given order. At most `most` items per group. */
export function search(
  groups: readonly PaletteGroup[],
  query: string,
  recent: readonly string[],
  most = 6,
): SearchHit[] {
  const rank = new Map(recent.map((key, index) => [key, recent.length - index]))
  const found = groups.map(({ title, items }) => {
    const scored = items
      .map((item) => ({ item, score: matchScore(item, query), recent: rank.get(item.key) ?? 0 }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || b.recent - a.recent)
    return { title, best: scored[0]?.score ?? 0, items: scored.slice(0, most).map(({ item }) => item) }
  })
  return found
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ title, items }) => ({ title, items }))
}

export function atStart(
  groups: readonly PaletteGroup[],
  start: readonly PaletteGroup[],
  recent: readonly string[],
): SearchHit[] {
  const byKey = new Map(groups.flatMap(({ items }) => items).map((item) => [item.key, item]))
  const lately = recent.map((key) => byKey.get(key)).filter((item) => item !== undefined)
  return [{ title: 'Recent', items: lately }, ...start].filter(({ items }) => items.length > 0)
}

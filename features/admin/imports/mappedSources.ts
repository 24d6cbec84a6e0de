// Reads the meanings of sources in a mapping, and keeps them up to date with the firm's list. Pure.
import { valueKey } from './cells.ts'
import type { SourceMeaning, TargetMapping } from './mappingContract.ts'

export const isSourceField = (field: string | null): boolean => field === 'came_from'

const ENTRY = 'source:'
export const fromEntry = (entry: string): `source:${string}` => `${ENTRY}${entry}`
/** Returns the entry of the firm's list in a meaning, or null. */
export const entryIn = (meaning: SourceMeaning): string | null =>
  meaning.startsWith(ENTRY) ? meaning.slice(ENTRY.length) : null

/** Returns the entry as the firm writes it. Case and spaces don't matter. */
export const entryNamed = (value: string, entries: readonly string[]): string | null =>
  entries.find((entry) => valueKey(entry) === valueKey(value)) ?? null

/** True for words that say that there is no source. */
export const isNoSource = (value: string): boolean =>
  /^(none|no source|n\/?a|null|unknown|not set|[-–—]+)$/.test(valueKey(value))

/** Returns why a firm with these entries (null for one without referrals) can't use the mapping, in one sentence, or null. */
export function sourceProblem(
  { columns, sources = {}, other_sources = null }: TargetMapping,
  entries: readonly string[] | null,
): string | null {
  const meanings = [...Object.values(sources), ...(other_sources ? [other_sources] : [])]
  if (!entries)
    return meanings.length > 0 || columns.some(isSourceField)
      ? 'Your firm doesn’t use referrals. Match the columns and values again.'
      : null
  return meanings.flatMap((meaning) => entryIn(meaning) ?? []).every((entry) => entries.includes(entry))
    ? null
    : `Choose one of these sources: ${entries.join(', ')}.`
}

/**
 * Leaves out entries that have left the firm's list since a person chose them, so that a person is asked again. Without
 * referrals, nothing of sources is left in the mapping.
 */
export function withCurrentSources(mapping: TargetMapping, entries: readonly string[] | null): TargetMapping {
  const { sources = {}, other_sources = null, ...others } = mapping
  if (!entries) return { ...others, columns: mapping.columns.map((field) => (isSourceField(field) ? null : field)) }
  const now = (meaning: SourceMeaning): SourceMeaning | null => {
    const entry = entryIn(meaning)
    if (entry === null) return meaning
    const current = entryNamed(entry, entries)
    return current === null ? null : fromEntry(current)
  }
  const kept = Object.entries(sources).flatMap(([value, meaning]): [string, SourceMeaning][] => {
    const current = now(meaning)
    return current === null ? [] : [[value, current]]
  })
  return { ...others, sources: Object.fromEntries(kept), other_sources: other_sources && now(other_sources) }
}

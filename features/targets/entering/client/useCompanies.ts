import { useDebouncedValue } from '@mantine/hooks'
import { useSearch } from '#core/client/reading.ts'
import { useRows } from '#core/client/sync.tsx'
import { statusTerm, type Target, targetEndpoints } from '../../contract.ts'
import { knownCompanies } from '../readings.ts'

export type KnownCompany = { name: string; hint: string }

const SHOWN = 6

/** The companies that match what was typed: the person's own first, then those the firm knows. Without a network those of the firm that were suggested before. */
export function useCompanies(typed: string): KnownCompany[] {
  const rows = useRows(targetEndpoints)
  const [wanted] = useDebouncedValue(typed.trim(), 200)
  // A suggestion that cannot be had is not worth a word: the form works without.
  const known = useSearch(knownCompanies, wanted || null).value?.companies ?? none
  return mergeCompanies(typed, rows, known)
}

const none: never[] = []

/** One entry per company whatever its case; `rows` are the person's own targets. */
export function mergeCompanies(
  typed: string,
  rows: readonly Target[],
  known: { name: string; targets: number }[],
): KnownCompany[] {
  const text = typed.trim().toLowerCase()
  if (text === '') return []
  const found = new Map<string, KnownCompany>()
  const add = (name: string, hint: string) => {
    const key = name.toLowerCase()
    if (key.includes(text) && !found.has(key)) found.set(key, { name, hint })
  }
  for (const row of rows) if (row.company) add(row.company, `Your Target: ${statusTerm[row.status]}`)
  for (const { name, targets } of known) add(name, targets === 1 ? 'In 1 Target' : `In ${targets} Targets`)
  const startsFirst = (a: KnownCompany, b: KnownCompany) =>
    Number(b.name.toLowerCase().startsWith(text)) - Number(a.name.toLowerCase().startsWith(text))
  return [...found.values()].sort(startsFirst).slice(0, SHOWN)
}

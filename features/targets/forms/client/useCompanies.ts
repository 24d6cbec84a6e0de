import { useDebouncedValue } from '@mantine/hooks'
import { useSearch } from '#core/client/query.ts'
import { useRows } from '#core/client/sync.tsx'
import { statusTerm, type Target, targetEndpoints } from '../../contract.ts'
import { knownCompanies } from '../queries.ts'

export type KnownCompany = { name: string; hint: string }

const SHOWN = 6

/** One's own first, then the firm's. Offline, the firm's earlier suggestions. */
export function useCompanies(typed: string): KnownCompany[] {
  const rows = useRows(targetEndpoints)
  const [wanted] = useDebouncedValue(typed.trim(), 200)
  // The form works without suggestions, so a failure isn't reported.
  const known = useSearch(knownCompanies, wanted || null).value?.companies ?? none
  return mergeCompanies(typed, rows, known)
}

const none: never[] = []

/** Merges companies regardless of case. `rows` are the person's own targets. */
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

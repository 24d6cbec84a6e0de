// Finds columns with values that a mapping doesn't import. Pure, so that the screen before the import and the server
// after it agree.
import type { Ignored, ImportColumn, Mapping } from './contract.ts'

export function ignoredColumns(
  columns: ImportColumn[],
  mapping: Pick<Mapping, 'columns'> & Partial<Mapping>,
): Ignored[] {
  const has = (field: string) => (mapping.columns as (string | null)[]).includes(field)
  const isUseless = (field: string | null) =>
    field === null ||
    // A full name adds nothing to its parts, nor does a group column if managers define the groups.
    (field === 'name' && (has('first_name') || has('last_name'))) ||
    ((field === 'contact_first_name' || field === 'contact_last_name') && has('contact')) ||
    (field === 'group' && 'groups' in mapping && mapping.groups === 'manager')
  return columns.flatMap(({ header, filled, samples, unnamed }, i) =>
    filled > 0 && isUseless(mapping.columns[i] ?? null) ? [{ header, filled, samples, unnamed }] : [],
  )
}

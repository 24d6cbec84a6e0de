// What of a file is not imported under a mapping: columns that hold something. Pure: said before by the screen, and after by the server.
import type { Ignored, ImportColumn, Mapping } from './contract.ts'

/** Columns with values that become nothing, in the order of the file. */
export function ignoredColumns(
  columns: ImportColumn[],
  mapping: Pick<Mapping, 'columns'> & Partial<Mapping>,
): Ignored[] {
  const has = (field: string) => (mapping.columns as (string | null)[]).includes(field)
  const isUseless = (field: string | null) =>
    field === null ||
    // A full name says nothing beside its parts, and a column of groups nothing where managers make them.
    (field === 'name' && (has('first_name') || has('last_name'))) ||
    ((field === 'contact_first_name' || field === 'contact_last_name') && has('contact')) ||
    (field === 'group' && 'groups' in mapping && mapping.groups === 'manager')
  return columns.flatMap(({ header, filled, samples, unnamed }, i) =>
    filled > 0 && isUseless(mapping.columns[i] ?? null) ? [{ header, filled, samples, unnamed }] : [],
  )
}

// How a file was mapped, kept by its headings, and what it means for the next file. Pure.
import { valueKey } from './cells.ts'
import { type ImportColumn, type Mapping, PeopleMapping, TargetMapping } from './contract.ts'
import { type Nameable, suggestRoles, suggestValues } from './valueSuggestions.ts'

export type SavedMappingInput = {
  /** What each heading is; null was ignored by a person. */
  columns: Record<string, string | null>
  /** The heading whose column stands in as the contact. */
  stand_in: string | null
  /** The mapping without its places. */
  rest: Record<string, unknown>
}

const keyOf = ({ header }: Pick<ImportColumn, 'header'>) => valueKey(header)

/** The headings of a file, in one text: the same for another file of theirs in any order. */
export const headingsKey = (columns: ImportColumn[]): string =>
  JSON.stringify(
    columns
      .filter(({ unnamed }) => !unnamed)
      .map(keyOf)
      .toSorted(),
  )

export function savedMappingOf({ columns: chosen, ...mapping }: Mapping, columns: ImportColumn[]): SavedMappingInput {
  const { stand_in = null, ...rest } = 'stand_in' in mapping ? mapping : { ...mapping, stand_in: null }
  return {
    columns: Object.fromEntries(columns.map((column, i) => [keyOf(column), chosen[i] ?? null])),
    stand_in: stand_in === null ? null : keyOf(columns[stand_in]!),
    rest,
  }
}

/** How many of a file's headings were mapped before; 0 when one that was is missing in it. */
export function fitOf(kept: SavedMappingInput, columns: ImportColumn[]): number {
  const here = new Set(columns.map(keyOf))
  const needed = Object.entries(kept.columns).filter(
    ([heading, field]) => field !== null && !/^column \d+$/.test(heading),
  )
  return needed.every(([heading]) => here.has(heading)) ? needed.length : 0
}

/** The suggestion for a file, as one like it was mapped; what is new in it stays as it is suggested. */
export function applySavedMapping<M extends Mapping>(
  kept: SavedMappingInput,
  columns: ImportColumn[],
  suggestion: M,
  people: Nameable[],
): M {
  const used = new Set(Object.values(kept.columns))
  const chosen = columns.map((column, i) => {
    const key = keyOf(column)
    const suggested = suggestion.columns[i] ?? null
    return key in kept.columns ? kept.columns[key] : used.has(suggested) ? null : suggested
  })
  const merged =
    'stand_in' in suggestion
      ? targetsLike(kept, columns, { ...suggestion, columns: chosen as TargetMapping['columns'] }, people)
      : peopleLike(kept, columns, { ...(suggestion as PeopleMapping), columns: chosen as PeopleMapping['columns'] })
  // A field that is gone since would be no mapping any more.
  return merged.success ? (merged.data as M) : suggestion
}

function targetsLike(
  { stand_in, rest }: SavedMappingInput,
  columns: ImportColumn[],
  suggestion: TargetMapping,
  people: Nameable[],
) {
  const before = rest as Partial<TargetMapping>
  const found = suggestValues(columns, suggestion.columns, people)
  const isHere = (id: string | null) => id === 'refuse' || people.some((person) => person.id === id)
  const owners = Object.entries(before.owners ?? {}).filter(([, owner]) => isHere(owner))
  const place = stand_in === null ? -1 : columns.findIndex((column) => keyOf(column) === stand_in)
  const defaults = { ...suggestion.defaults, ...before.defaults }
  return TargetMapping.safeParse({
    ...suggestion,
    ...before,
    columns: suggestion.columns,
    statuses: { ...found.statuses, ...before.statuses },
    owners: { ...found.owners, ...Object.fromEntries(owners) },
    types: { ...found.types, ...before.types },
    values: { ...found.values, ...before.values },
    // What this file proves counts more than what another one did.
    date_order: found.date_order ?? before.date_order ?? null,
    amount_notation: found.amount_notation ?? before.amount_notation ?? null,
    // A day that was chosen for one file says nothing of the next.
    first_step: null,
    stand_in: place < 0 ? null : place,
    defaults: { ...defaults, owner: isHere(defaults.owner) ? defaults.owner : null },
  })
}

function peopleLike({ rest }: SavedMappingInput, columns: ImportColumn[], suggestion: PeopleMapping) {
  const before = rest as Partial<PeopleMapping>
  return PeopleMapping.safeParse({
    ...suggestion,
    ...before,
    columns: suggestion.columns,
    roles: { ...suggestRoles(columns, suggestion.columns), ...before.roles },
  })
}

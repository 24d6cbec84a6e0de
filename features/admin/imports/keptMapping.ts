// Stores a file's mapping by its headings and applies it to the next file. Pure.
import { valueKey } from './cells.ts'
import { type ImportColumn, type Mapping, PeopleMapping, TargetMapping } from './contract.ts'
import { type Nameable, suggestRoles, suggestValues } from './valueSuggestions.ts'

export type SavedMappingInput = {
  /** Field of each heading. Null if a person ignored the column. */
  columns: Record<string, string | null>
  /** Heading of the column that serves as the contact. */
  stand_in: string | null
  /** Mapping without column positions. */
  rest: Record<string, unknown>
}

const keyOf = ({ header }: Pick<ImportColumn, 'header'>) => valueKey(header)

/** Returns all headings of a file as one text that doesn't depend on their order. */
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

/** Returns how many of a file's headings were mapped before, or 0 if a mapped one is missing. */
export function fitOf(kept: SavedMappingInput, columns: ImportColumn[]): number {
  const here = new Set(columns.map(keyOf))
  const needed = Object.entries(kept.columns).filter(
    ([heading, field]) => field !== null && !/^column \d+$/.test(heading),
  )
  return needed.every(([heading]) => here.has(heading)) ? needed.length : 0
}

/** Applies the mapping of a similar file to the suggestion. Columns and values that are new keep their suggestion. */
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
  // A field that no longer exists makes the mapping invalid.
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
    // This file's evidence takes precedence over an earlier file's.
    date_order: found.date_order ?? before.date_order ?? null,
    amount_notation: found.amount_notation ?? before.amount_notation ?? null,
    // A day chosen for one file doesn't apply to the next.
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

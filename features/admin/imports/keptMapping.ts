// Stores a file's mapping by its headings and applies it to the next file. Pure.
import type { Stages } from '#core/contract/stages.ts'
import { valueKey } from './cells.ts'
import type { ImportColumn } from './contract.ts'
import { withCurrentSources } from './mappedSources.ts'
import { withCurrentStages } from './mappedStages.ts'
import { ContactMapping, type Mapping, PeopleMapping, TargetMapping } from './mappingContract.ts'
import { type Nameable, noMeanings, withMeanings } from './meanings.ts'

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

/**
 * Applies the mapping of a similar file to the suggestion. Columns and values that are new keep their suggestion. `stages`
 * and `sources` are those that the firm has now, null for none.
 */
export function applySavedMapping<M extends Mapping>(
  kept: SavedMappingInput,
  columns: ImportColumn[],
  suggestion: M,
  people: Nameable[],
  stages: Stages | null = null,
  sources: readonly string[] | null = null,
): M {
  const used = new Set(Object.values(kept.columns))
  const chosen = columns.map((column, i) => {
    const key = keyOf(column)
    const suggested = suggestion.columns[i] ?? null
    return key in kept.columns ? kept.columns[key] : used.has(suggested) ? null : suggested
  })
  const isTargets = 'stand_in' in suggestion
  const isContacts = !isTargets && 'owners' in suggestion
  const fresh = isTargets
    ? { ...noMeanings, ...('stages' in suggestion && { stages: {} }) }
    : isContacts
      ? { owners: {} }
      : { roles: {} }
  const before = { ...suggestion, ...fresh, ...kept.rest, columns: chosen } as M
  const merged = isTargets
    ? TargetMapping.safeParse(
        withCurrentSources(
          targetsLike(kept.stand_in, columns, before as TargetMapping, suggestion, people, stages),
          sources,
        ),
      )
    : isContacts
      ? ContactMapping.safeParse(contactsLike(columns, before as ContactMapping, suggestion as ContactMapping, people))
      : PeopleMapping.safeParse(withMeanings(before, columns, people))
  // A field that no longer exists makes the mapping invalid.
  return merged.success ? (merged.data as M) : suggestion
}

const among = (people: Nameable[]) => (id: string | null) =>
  id === 'refuse' || people.some((person) => person.id === id)

const ownersHere = (owners: Record<string, string>, people: Nameable[]) =>
  Object.fromEntries(Object.entries(owners).filter(([, owner]) => among(people)(owner)))

function contactsLike(
  columns: ImportColumn[],
  before: ContactMapping,
  suggestion: ContactMapping,
  people: Nameable[],
): ContactMapping {
  return {
    ...withMeanings({ ...before, owners: ownersHere(before.owners, people) }, columns, people),
    // The person who imports this file keeps its contacts unless they choose someone else.
    defaults: suggestion.defaults,
  }
}

function targetsLike(
  standIn: string | null,
  columns: ImportColumn[],
  before: TargetMapping,
  suggestion: TargetMapping,
  people: Nameable[],
  stages: Stages | null,
): TargetMapping {
  const isHere = among(people)
  const owners = ownersHere(before.owners, people)
  const place = columns.findIndex((column) => keyOf(column) === standIn)
  const defaults = { ...suggestion.defaults, ...before.defaults }
  return {
    // This file's evidence of dates and amounts takes precedence over an earlier file's.
    ...withMeanings(withCurrentStages({ ...before, owners }, stages), columns, people, stages),
    // A day chosen for one file doesn't apply to the next.
    first_step: null,
    stand_in: place < 0 ? null : place,
    defaults: { ...defaults, owner: isHere(defaults.owner) ? defaults.owner : null },
  }
}

// Suggests fields for the columns of a file from their headings and content. Pure.
import type { Stages } from '#core/contract/stages.ts'
import {
  type Aliases,
  hasReportColumns,
  headingWord,
  type KnownExport,
  knownExports,
  peopleWords,
  reportColumns,
  targetWords,
} from './aliases.ts'
import { currencyColumns } from './amounts.ts'
import type { ImportColumn } from './contract.ts'
import { isSourceField } from './mappedSources.ts'
import { isStageField } from './mappedStages.ts'
import {
  amountFields,
  DEFAULT_GOAL,
  dateFields,
  type PeopleField,
  type PeopleMapping,
  type TargetField,
  type TargetMapping,
} from './mappingContract.ts'
import { isActive, type Nameable, noMeanings, statusOf, suggestPerson, withMeanings } from './meanings.ts'

// — columns ————————————————————————————————————————————————————————————————————————————————————

/** Matches each field to one column and each column to one field. A field's more reliable words win. */
export function columnsByWords<F extends string>(
  columns: ImportColumn[],
  words: Aliases<F>,
  fits: (field: F, column: ImportColumn) => boolean,
): (F | null)[] {
  const chosen: (F | null)[] = columns.map(() => null)
  const ignored = hasReportColumns(columns) ? reportColumns.length : 0
  const currencies = currencyColumns(columns)
  const headers = columns.map(({ header }, i) => (i < ignored || currencies.includes(i) ? '' : headingWord(header)))
  for (const [field, names] of Object.entries(words) as [F, string[]][])
    for (const name of names) {
      const at = headers.findIndex((header, i) => header === name && chosen[i] === null && fits(field, columns[i]!))
      if (at < 0) continue
      chosen[at] = field
      break
    }
  return chosen
}

export const most = (part: number, column: ImportColumn) => column.filled > 0 && part >= column.filled * 0.8
const datesOf = ({ dates }: ImportColumn) => dates.iso + dates.mdy + dates.dmy + dates.either

const closeFields: readonly TargetField[] = ['closed', 'expected_close']

/** A column named as a date or an amount that holds none is neither. In a firm with stages, months are closes as well. */
const fitsTarget = (hasStages: boolean) => (field: TargetField, column: ImportColumn) => {
  if (column.filled === 0) return true
  const months = hasStages && closeFields.includes(field) ? (column.months ?? 0) : 0
  // Accepts a heading with dates in half of its cells, so that the other rows are rejected with a reason instead of
  // losing their value.
  if (dateFields.includes(field)) return column.filled > 0 && (datesOf(column) + months) * 2 >= column.filled
  if (field === 'chance') return most(column.chances?.all ?? 0, column)
  if (amountFields.includes(field)) return most(column.amounts + (column.no_amounts ?? 0), column)
  if (isSourceField(field)) return !most(datesOf(column), column) && !most(column.amounts, column)
  if (field === 'contact_email') return most(column.emails, column)
  if (field === 'value') return column.values !== null && column.values.length <= 12
  if (field === 'type' || field === 'status' || field === 'stage')
    return column.values !== null && column.values.length <= 50
  return true
}

/** Returns the known export with a mark in the file that matches most of its headings. */
export function exportOf(columns: Pick<ImportColumn, 'header'>[]): KnownExport | null {
  const words = new Set(columns.map(({ header }) => headingWord(header)))
  const isHere = (heading: string) => words.has(headingWord(heading))
  const found = knownExports
    .filter(({ marks }) => marks.some(isHere))
    .map((known) => ({ known, count: Object.values(known.headings).flat().filter(isHere).length }))
    .sort((a, b) => b.count - a.count)[0]
  return found && found.count >= 3 ? found.known : null
}

/** Returns the words of that export first, and the general words for fields that it doesn't have. */
function wordsOf(known: KnownExport | null, isUsed: (field: string) => boolean): Aliases<TargetField> {
  return Object.fromEntries(Object.entries(allWords(known)).filter(([field]) => isUsed(field)))
}

function allWords(known: KnownExport | null): Aliases<TargetField> {
  if (!known) return targetWords
  const wordsOf = (names: string[]) => names.map(headingWord)
  const never = wordsOf(known.never)
  const own = Object.entries(known.headings).map(([field, names]) => [field, wordsOf(names)])
  const others = Object.entries(targetWords).filter(([field]) => !(field in known.headings))
  return Object.fromEntries([
    ...own,
    ...others.map(([field, names]) => [field, names.filter((name) => !never.includes(name))]),
  ])
}

/** `stages` are those of the firm, and `sources` its list. Each is null for a firm without them. */
export function suggestTargets(
  columns: ImportColumn[],
  people: Nameable[],
  stages: Stages | null = null,
  sources: readonly string[] | null = null,
): TargetMapping {
  const hasStages = stages !== null
  const isUsed = (field: string) => (hasStages || !isStageField(field)) && (sources !== null || !isSourceField(field))
  const chosen = columnsByWords(columns, wordsOf(exportOf(columns), isUsed), fitsTarget(hasStages))
  const claim = (field: TargetField, isIt: (column: ImportColumn) => boolean) => {
    if (chosen.includes(field)) return
    const at = columns.findIndex((column, i) => chosen[i] === null && column.filled > 0 && isIt(column))
    if (at >= 0) chosen[at] = field
  }
  claim('contact_email', (column) => most(column.emails, column))
  claim(
    'owner',
    ({ values }) => values !== null && share(values, (value) => suggestPerson(value, people) !== null) >= 0.6,
  )
  claim(
    'status',
    ({ values }) => values !== null && values.length <= 15 && share(values, (value) => statusOf(value) !== null) >= 0.6,
  )
  const mapping: TargetMapping = {
    ...noMeanings,
    columns: chosen,
    other_currencies: null,
    first_step: null,
    open_close: hasStages ? 'expect' : 'due',
    ...(hasStages && { stages: {}, chance_rounding: null }),
    ...(sources && { sources: {}, other_sources: null }),
    stand_in: null,
    defaults: { owner: null, status: 'active', type: 'prospect', value: 'M', goal: DEFAULT_GOAL },
  }
  return withMeanings(mapping, columns, people, stages)
}

const share = (values: NonNullable<ImportColumn['values']>, isIt: (value: string) => boolean) => {
  const all = values.reduce((sum, { count }) => sum + count, 0)
  return all === 0 ? 0 : values.filter(({ value }) => isIt(value)).reduce((sum, { count }) => sum + count, 0) / all
}

// — people —————————————————————————————————————————————————————————————————————————————————————

export function suggestPeople(columns: ImportColumn[], domains: string[]): PeopleMapping {
  const fits = (field: PeopleField, column: ImportColumn) =>
    field === 'email'
      ? column.filled === 0 || most(column.emails, column)
      : field !== 'active' || (column.values ?? []).every(({ value }) => isActive(value, column.header) !== null)
  const chosen = columnsByWords(columns, peopleWords, fits)
  if (!chosen.includes('email')) {
    const at = columns.findIndex((column, i) => chosen[i] === null && most(column.emails, column))
    if (at >= 0) chosen[at] = 'email'
  }
  const mapping: PeopleMapping = {
    columns: chosen,
    roles: {},
    email_domain: chosen.includes('email') ? null : (domains[0] ?? null),
    groups: chosen.includes('manager') ? 'manager' : 'column',
  }
  return withMeanings(mapping, columns, [])
}

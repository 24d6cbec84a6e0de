// Finds missing parts of a mapping before its file can be imported, and columns that it leaves out. Pure: the screen
// shows them, and the server rejects the request with the missing parts.

import type { Stages } from '#core/contract/stages.ts'
import { otherCurrencies } from './amounts.ts'
import { unevenChances } from './chances.ts'
import type { Ignored, ImportColumn } from './contract.ts'
import { sourceProblem } from './mappedSources.ts'
import { stageProblem } from './mappedStages.ts'
import {
  amountFields,
  type ContactMapping,
  dateFields,
  emailFields,
  type Mapping,
  type PeopleMapping,
  phoneFields,
  type TargetField,
  type TargetMapping,
} from './mappingContract.ts'

/** A target needs one of these fields as its name. */
export const nameFields: TargetField[] = ['company', 'contact', 'contact_first_name', 'contact_last_name']

/**
 * Returns one sentence per invalid part of the mapping, or an empty object if it fits the file. `stages` are those of the
 * firm, and `sources` its list. Each is null for a firm without them.
 */
export function targetProblems(
  mapping: TargetMapping,
  columns: ImportColumn[],
  stages: Stages | null,
  sources: readonly string[] | null,
): Record<string, string> {
  const problems = columnProblems(mapping.columns, columns)
  const has = (field: TargetMapping['columns'][number]) => mapping.columns.includes(field)
  if (!nameFields.some(has) && mapping.stand_in === null)
    problems.columns ??= 'Choose the column with the company or the contact.'
  if (!has('owner') && mapping.defaults.owner === null)
    problems.owner = 'Choose one owner for all Targets in this file, or a column with the owner.'
  if (mapping.stand_in !== null && mapping.stand_in >= columns.length)
    problems.stand_in = `This file has ${columns.length} columns.`
  if (mapping.date_order === null && needsOrder(mapping, columns))
    problems.date_order = 'Choose whether the dates are month/day/year or day/month/year.'
  if (mapping.amount_notation === null && needsNotation(mapping, columns))
    problems.amount_notation = 'Choose whether the amounts are written 1,234.56 or 1.234,56.'
  const { currencies } = otherCurrencies(mapping, columns)
  if (currencies.length > 0 && (mapping.other_currencies ?? null) === null)
    problems.other_currencies = `Choose what to do with amounts in ${currencies.join(', ')}.`
  const stage = stageProblem(mapping, stages)
  if (stage) problems.stages = stage
  const source = sourceProblem(mapping, sources)
  if (source) problems.sources = source
  const chances = columns[mapping.columns.indexOf('chance')]
  if (chances && unevenChances(chances) > 0 && (mapping.chance_rounding ?? null) === null)
    problems.chance_rounding = 'Choose what to do with chances that aren’t in tens.'
  const step = mapping.first_step ?? null
  if (step && (step.description === '') !== (step.due === null))
    problems.first_step = 'Choose both a first step and its date, or neither.'
  if (mapping.defaults.goal === '') problems.goal = 'Please complete this field'
  return problems
}

/** True if a mapped date column holds dates that could be read in two ways. */
export const needsOrder = (mapping: Pick<TargetMapping, 'columns'>, columns: ImportColumn[]): boolean =>
  columns.some(
    ({ dates: { mdy, dmy, either } }, i) => dateFields.includes(mapping.columns[i]!) && mdy + dmy + either > 0,
  )

/** True if a mapped column holds amounts that don't use US notation or could be read in two ways. */
export const needsNotation = (mapping: Pick<TargetMapping, 'columns'>, columns: ImportColumn[]): boolean =>
  columns.some(
    ({ notations }, i) =>
      amountFields.includes(mapping.columns[i]!) && notations && notations.comma + notations.either_point > 0,
  )

export function peopleProblems(mapping: PeopleMapping, columns: ImportColumn[]): Record<string, string> {
  const problems = columnProblems(mapping.columns, columns)
  const has = (field: PeopleMapping['columns'][number]) => mapping.columns.includes(field)
  if (!has('name') && !has('first_name') && !has('last_name')) problems.columns ??= 'Choose the column with the names.'
  if (!has('email') && mapping.email_domain === null)
    problems.email_domain = 'This file has no email column. Choose a domain so we can create emails from the names.'
  return problems
}

/** A contact needs a value of one of these fields. */
const contactNaming = ['name', 'first_name', 'last_name', ...emailFields, ...phoneFields] as const

export function contactProblems(mapping: ContactMapping, columns: ImportColumn[]): Record<string, string> {
  const problems = columnProblems(mapping.columns, columns)
  if (!contactNaming.some((field) => mapping.columns.includes(field)))
    problems.columns ??= 'Choose the column with the names, email addresses, or phone numbers.'
  if (mapping.defaults.owner === null && !mapping.columns.includes('owner'))
    problems.owner = 'Choose who keeps the contacts in this file, or a column with the owner.'
  return problems
}

function columnProblems(chosen: (string | null)[], columns: ImportColumn[]): Record<string, string> {
  if (chosen.length !== columns.length) return { columns: `This file has ${columns.length} columns.` }
  const used = chosen.filter((field) => field !== null)
  const twice = used.find((field, i) => used.indexOf(field) !== i)
  return twice ? { columns: `Two columns are matched to “${twice}.” Choose one.` } : {}
}

/** Returns the columns with values that a mapping doesn't import. */
export function ignoredColumns(
  columns: ImportColumn[],
  mapping: Pick<Mapping, 'columns'> & Partial<Mapping>,
): Ignored[] {
  const has = (field: string) => (mapping.columns as (string | null)[]).includes(field)
  const isUseless = (field: string | null) =>
    field === null ||
    // A full name adds nothing to its parts, nor does a group column if managers define the groups. A contact without
    // the parts gets its name from there.
    (field === 'name' && (has('first_name') || has('last_name')) && !('owners' in mapping)) ||
    ((field === 'contact_first_name' || field === 'contact_last_name') && has('contact')) ||
    (field === 'group' && 'groups' in mapping && mapping.groups === 'manager')
  return columns.flatMap(({ header, filled, samples, unnamed }, i) =>
    filled > 0 && isUseless(mapping.columns[i] ?? null) ? [{ header, filled, samples, unnamed }] : [],
  )
}

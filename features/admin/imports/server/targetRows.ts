// Reads one row of a file under a mapping and returns a target with its history, or the reason for rejecting it.
import type { z } from 'zod'
import { dayIn } from '#core/contract/dates.ts'
import { amountTooLarge, INTANGIBLE } from '#core/contract/money.ts'
import { DEFAULT_STEP, limits, ofWords, plainParts, type TargetValue, type Type } from '#features/targets/contract.ts'
import { CreateInput } from '#features/targets/forms/contract.ts'
import type { PastTarget } from '#features/targets/pastContract.ts'
import { foreignCurrency, isNoAmount, isTooLarge, namedCurrency, readMoney } from '../amounts.ts'
import { middayOf, readDate, readMonth, valueKey } from '../cells.ts'
import { stageOfStatus } from '../mappedStages.ts'
import type { AmountNotation, ImportedStatus, StatusMeaning, TargetField, TargetMapping } from '../mappingContract.ts'
import {
  type Cell as CellOf,
  cellReader,
  chosenFor,
  fieldPlaces,
  LONGEST_ID,
  orReason,
  refuseRow,
  shortened,
} from './rowCells.ts'
import { ownerReader, type RowOwner } from './rowOwners.ts'
import type { Shape } from './shape.ts'
import type { SourceMatch } from './sourceMatches.ts'
import { contactsReader } from './targetContacts.ts'
import { type OutlookSource, outlookReader } from './targetOutlook.ts'
import { sourceReader } from './targetSource.ts'

/** `source` is the source as the preview shows it. */
export type TargetRead =
  | { target: PastTarget; externalId: string; notices: string[]; source: string }
  | { reason: string }
/** `matches` are those of the sources in the rows, by `valueKey`. */
export type RowReader = (cells: string[], matches?: Map<string, SourceMatch>) => TargetRead

type Surroundings = {
  mapping: TargetMapping
  shape: Shape
  owners: Map<string, RowOwner>
  /** Roles of contacts that the firm uses. */
  roles: readonly string[]
  /** Missing for a firm without stages. */
  outlook?: OutlookSource | undefined
  /** Admin who imports, for a firm with referrals. */
  sourcesFor?: string | undefined
  zone: string /** ISO instant of the import. */
  now: string
}

const noCreated = 'No created date: it stays unknown, and the Target counts as created on no day.'

/** Returns a reader for rows under one mapping. `owners` are the people who can own a target, by ID. */
export function targetReader(surroundings: Surroundings): RowReader {
  const { mapping, shape, owners, roles } = surroundings
  const contactsOf = contactsReader(roles)
  const { today, dayOf, createdOf, closedOf, endOf, dueOf } = datesOf(surroundings)
  const places = fieldPlaces(mapping.columns)
  const cellsOf = cellReader(
    places,
    shape,
    (field, error) => `${labelOfField(field)}: the cell holds the error “${error}” instead of a value.`,
  )
  const ownerOf = ownerReader(mapping, places.has('owner'), owners)
  const outlookOf = surroundings.outlook && outlookReader(surroundings.outlook, mapping, today)

  const sourceOf = surroundings.sourcesFor === undefined ? null : sourceReader(mapping, surroundings.sourcesFor)

  const read: RowReader = (cells, matches) => {
    const cell = cellsOf(cells)
    const notices: string[] = []
    const meaning = statusOf(cell)
    const staged = stageOfStatus(meaning)
    const status = staged === null ? (meaning as ImportedStatus) : 'active'
    const owner = ownerOf(cell('owner'))
    const [company, contact] = nameOf(cells, cell)
    const closed = status === 'active' ? null : closedOf(cell, notices)
    const created = createdOf(cell, closed, notices)
    const end = status === 'active' ? null : endOf(status, cell, { created, closed }, notices)
    const notation = mapping.amount_notation ?? 'point'
    const amount = (field: 'projected_revenue' | 'revenue', name: string) =>
      amountOf(cell(field), notation, name, notices, {
        decision: mapping.other_currencies ?? null,
        beside: () => currencyOf(shape, cells, places.get(field)),
      })
    const projected = amount('projected_revenue', 'projected revenue')
    const won = amount('revenue', 'won revenue')
    formatDropped(cell, status, { projected, won }, notices)
    const asEnd = end && status === 'completed' ? { ...end, revenue: won ?? wonWithoutAmount(projected, notices) } : end
    const { step, due, note } = stepOf(
      cell,
      { status, due: dueOf(cell, status, notices), chosen: mapping.first_step ?? null },
      notices,
    )
    const written = cell('came_from')
    const sent = { written, match: matches?.get(valueKey(written)), owner, contact, email: cell('contact_email') }
    const source = sourceOf?.(sent, notices) ?? null
    const input = checked({
      ...ofWords(cell),
      company,
      contact,
      type: mapped<Type>('type', cell('type'), mapping.types) ?? mapping.defaults.type,
      value: mapped<TargetValue>('value', cell('value'), mapping.values) ?? mapping.defaults.value,
      goal: cell('goal') || mapping.defaults.goal,
      projected_revenue: projected ?? (status === 'completed' || won === 0 ? null : won),
      tasks: [{ description: step, due: due ?? (end ? dayOf(end.at) : today), help: '' }],
      note,
      came_from: source?.from ?? null,
    })
    const externalId = cell('external_id')
    if (externalId.length > LONGEST_ID) refuseRow(`The ID is longer than ${LONGEST_ID} characters.`)
    // A Target without a date in the file doesn't count as a day's work, nor does one dated on the day of the import.
    const isUndated = cell('created') === ''
    const isUncounted = isUndated || dayOf(created) === today
    const past = {
      ...contactsOf(cell, notices),
      input,
      owner,
      created,
      isUndated,
      isUncounted,
      end: asEnd as PastTarget['end'],
      ...(outlookOf && { outlook: outlookOf({ cell, status, staged }, notices) }),
    }
    return { target: past, externalId, notices, source: source?.shown ?? '' }
  }

  function statusOf(cell: Cell): Exclude<StatusMeaning, 'refuse'> {
    if (!places.has('status')) return mapping.defaults.status
    const stage = cell('status')
    const unmatched =
      stage === '' ? 'The stage is empty.' : `The stage “${shortened(stage)}” isn’t matched to a status.`
    return chosenFor<Exclude<StatusMeaning, 'refuse'>>('stage', stage, mapping.statuses, unmatched)
  }

  function nameOf(cells: string[], cell: Cell): [string, string] {
    const [company, contact] = [cell('company'), contactOf(cell)]
    if (company !== '' || contact !== '') return [company, contact]
    const standIn = mapping.stand_in === null ? '' : (cells[mapping.stand_in]?.trim() ?? '')
    return standIn === '' ? refuseRow('The company and contact are both missing.') : ['', standIn]
  }

  const mapped = <T extends string>(name: string, written: string, meant: Record<string, T | 'refuse'>): T | null =>
    written === '' ? null : chosenFor<T>(name, written, meant)

  return (cells, matches) => orReason(() => read(cells, matches))
}

type Cell = CellOf<TargetField>

const contactOf = (cell: Cell) => cell('contact') || `${cell('contact_first_name')} ${cell('contact_last_name')}`.trim()

type Moments = { created: string; closed: string | null }

function datesOf({ mapping, zone, now }: Pick<Surroundings, 'mapping' | 'zone' | 'now'>) {
  const today = dayIn(zone, now)
  // Calendar functions are slow, and many rows of a file share a day.
  const midday = remembered((day) => middayOf(zone, day))
  const dayOf = remembered((instant) => dayIn(zone, instant))

  /** Returns null if the cell is empty. */
  function dateOf(cell: Cell, field: TargetField, name: string) {
    const written = cell(field)
    if (written === '') return null
    const date = readDate(written, mapping.date_order ?? 'mdy')
    return (
      date ??
      refuseRow(
        `The ${name} “${shortened(written)}” isn’t a valid date${readDate(written, mapping.date_order === 'dmy' ? 'mdy' : 'dmy') ? ' in the chosen order' : ''}.`,
      )
    )
  }

  /** Returns noon for a day without a time, but never a time later than now. */
  function momentOf(cell: Cell, field: 'created' | 'closed'): string | null {
    const date = dateOf(cell, field, `${field} date`)
    if (!date) return null
    if (date.instant ? date.instant > now : date.day > today)
      return refuseRow(`The ${field} date “${shortened(cell(field))}” is in the future.`)
    const moment = date.instant ?? midday(date.day)
    return moment > now ? now : moment
  }

  /** A target without a creation date gets the date it ended, or the import's time. */
  function createdOf(cell: Cell, closed: string | null, notices: string[]): string {
    const created = momentOf(cell, 'created')
    if (created) return created
    notices.push(noCreated)
    return closed ?? now
  }

  function endOf(
    status: Exclude<ImportedStatus, 'active'>,
    cell: Cell,
    { created, closed }: Moments,
    notices: string[],
  ) {
    const reason = cell('lost_reason')
    if (status === 'lost' && reason.length > limits.lostReason)
      refuseRow(`Lost reason: Maximum length is ${limits.lostReason} characters.`)
    if (!closed) notices.push('No closed date: it counts as closed today, the day of the import.')
    const at = closed ?? now
    if (dayOf(at) < dayOf(created))
      refuseRow(
        `The closed date “${shortened(cell('closed'))}” is before the created date “${shortened(cell('created'))}”.`,
      )
    return { status, at: at < created ? created : at, ...(status === 'lost' && { lost_reason: reason }) }
  }

  /** Returns the date a target ended. An expected close date serves instead if it isn't later than today. */
  function closedOf(cell: Cell, notices: string[]): string | null {
    const closed = momentOf(cell, 'closed')
    const keepsExpected = mapping.open_close === 'expect'
    if (closed || cell('expected_close') === '') {
      if (cell('expected_close') !== '' && !keepsExpected)
        notices.push('We ignore the expected close date because the Target is closed.')
      return closed
    }
    if (keepsExpected && readMonth(cell('expected_close'))) return null
    const expected = dateOf(cell, 'expected_close', 'expected close date')!
    const isPast = expected.day <= today
    if (isPast) notices.push('No closed date. We use the expected close date.')
    else if (!keepsExpected)
      notices.push('We ignore the expected close date because the Target is closed and the date is in the future.')
    return isPast ? earliest(expected.instant ?? midday(expected.day), now) : null
  }

  /** Returns the day of the next step. For a target that is pursued, the close date can serve as that day. */
  function dueOf(cell: Cell, status: ImportedStatus, notices: string[]): string | null {
    const due = dateOf(cell, 'next_step_due', 'due date of the next step')?.day ?? null
    const field = cell('expected_close') === '' ? 'closed' : 'expected_close'
    if (status !== 'active' || cell(field) === '' || mapping.open_close === 'expect') return due
    if (due) notices.push('We ignore the close date because the next step has its own due date.')
    else if (mapping.open_close !== 'due') notices.push('We ignore the close date because the Target is still active.')
    else return dateOf(cell, field, field === 'closed' ? 'close date' : 'expected close date')!.day
    return due
  }

  return { today, dayOf, createdOf, closedOf, endOf, dueOf }
}

const earliest = (a: string, b: string) => (a < b ? a : b)

function amountOf(
  written: string,
  notation: AmountNotation,
  name: string,
  notices: string[],
  { decision, beside }: { decision: TargetMapping['other_currencies']; beside: () => string },
): number | null {
  if (written === '') return null
  if (isNoAmount(written)) {
    notices.push(`The ${name} “${shortened(written)}” is read as no amount.`)
    return null
  }
  const amount = readMoney(written, notation)
  if (amount === null) {
    if (isTooLarge(written)) return refuseRow(`The ${name} “${shortened(written)}” is too large. ${amountTooLarge}`)
    const isOther = readMoney(written, notation === 'point' ? 'comma' : 'point') !== null
    return refuseRow(
      `The ${name} “${shortened(written)}” isn’t a valid dollar amount${isOther ? ' in the chosen notation' : ''}.`,
    )
  }
  const currency = foreignCurrency(written) || beside()
  if (currency === '') return amount
  if (decision !== 'dollars') return refuseRow(`The ${name} is in ${currency}, not in dollars.`)
  notices.push(`Amounts in ${currency} are imported as dollars, without conversion.`)
  return amount
}

/** Returns the step from the file, or the one that a person chose for all targets without one. */
function stepOf(
  cell: Cell,
  { status, due, chosen: forAll }: { status: ImportedStatus; due: string | null; chosen: TargetMapping['first_step'] },
  notices: string[],
) {
  const chosen = status === 'active' && forAll?.description ? forAll : null
  const written = cell('next_step')
  const note = cell('note')
  if (written === '' && !chosen) {
    if (due) notices.push('The date isn’t imported, because there’s no next step.')
    return { step: DEFAULT_STEP, due, note }
  }
  if (written === '') {
    notices.push(`No next step, so “${chosen!.description}” is used.`)
    return { step: chosen!.description, due: due ?? chosen!.due, note }
  }
  if (due || chosen?.due || status !== 'active') return { step: written, due: due ?? chosen?.due ?? null, note }
  notices.push('The next step has no date: it is added to the note.')
  return { step: DEFAULT_STEP, due: null, note: [note, `Next step: ${written}`].filter(Boolean).join('\n') }
}

/** Returns the currency that the row or the heading names, or '' for dollars. */
function currencyOf(shape: Shape, cells: string[], place = -1): string {
  const beside = shape.currencies.places.map((place) => namedCurrency(cells[place] ?? '')).find((name) => name !== '')
  return beside ?? shape.currencies.byHeading[place] ?? ''
}

function formatDropped(
  cell: Cell,
  status: ImportedStatus,
  { projected, won }: { projected: number | null; won: number | null },
  notices: string[],
): void {
  if (status !== 'completed' && won && projected !== null)
    notices.push('We ignore the won revenue because the Target isn’t won and has projected revenue.')
  if (status !== 'lost' && cell('lost_reason') !== '')
    notices.push('We ignore the lost reason because the Target isn’t lost.')
}

function wonWithoutAmount(projected: number | null, notices: string[]): number {
  const taken = projected === null ? 'Intangible' : 'the projected revenue'
  notices.push(`Won without an amount, so ${taken} is used.`)
  return projected ?? INTANGIBLE
}

const labelOfField = (field: TargetField): string => {
  const words = fieldNames[field] ?? field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const fieldNames: Record<string, string> = { ...plainParts('label'), tasks: 'Next step', note: 'Note' }

/** Applies the same limits and messages as for a target that a person types. */
function checked(given: z.input<typeof CreateInput>): CreateInput {
  const parsed = CreateInput.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  return refuseRow(`${fieldNames[String(issue.path[0])] ?? 'Row'}: ${issue.message}.`.replace('..', '.'))
}

const MOST_REMEMBERED = 10_000
/** Caches the result of `work` for each text, up to a fixed number of texts. */
function remembered(work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const made = known.get(text) ?? work(text)
    if (known.size < MOST_REMEMBERED) known.set(text, made)
    return made
  }
}

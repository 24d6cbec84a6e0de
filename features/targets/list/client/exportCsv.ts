// Targets as a CSV file that a spreadsheet opens safely.
import { INTANGIBLE } from '#core/contract/money.ts'
import { statusTerm, type Target, typeTerm, valueTerm } from '../../contract.ts'
import { openTask } from '../../facts.ts'

type Cell = string | number | null

const columns: [string, (target: Target) => Cell][] = [
  ['Company', ({ company }) => company],
  ['Contact', ({ contact }) => contact],
  ['E-mail', ({ contact_email }) => contact_email],
  ['Status', ({ status }) => statusTerm[status]],
  ['Type', ({ type }) => typeTerm[type]],
  ['Value', ({ value }) => valueTerm[value]],
  ['Objective', ({ goal }) => goal],
  ['Step', (target) => openTask(target)?.description ?? ''],
  ['Due', ({ due }) => due],
  ['Projected revenue', ({ projected_revenue }) => dollars(projected_revenue)],
  ['Won revenue', ({ revenue }) => dollars(revenue)],
  ['Lost because of', ({ lostReason }) => lostReason],
  ['Owner', ({ owner }) => owner],
  ['Note', ({ note }) => note],
  ['Created', ({ created }) => created],
  ['Modified', ({ modified }) => modified],
]

const dollars = (amount: number | null): Cell => (amount === INTANGIBLE ? 'Intangible' : amount)

/** RFC 4180, with a byte order mark so that spreadsheets read accents. Dates are the firm's; amounts are dollars. */
export function targetsAsCsv(targets: readonly Target[]): string {
  const rows = [columns.map(([title]) => title), ...targets.map((target) => columns.map(([, cell]) => cell(target)))]
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** Text that a spreadsheet would take for a formula is marked as text with an apostrophe. */
function cellOf(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

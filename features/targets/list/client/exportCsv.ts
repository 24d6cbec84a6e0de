// Exports targets as a CSV file that is safe to open in a spreadsheet.
import { csvCell } from '#core/contract/csvCell.ts'
import { INTANGIBLE } from '#core/contract/money.ts'
import { nameOfSource } from '#core/contract/referrals.ts'
import { chanceOf, currentStage, type Stages } from '#core/contract/stages.ts'
import {
  furtherNames,
  statusTerm,
  type Target,
  targetLabel,
  typeTerm,
  valueTerm,
  type WordsName,
} from '../../contract.ts'
import { openTask } from '../../facts.ts'

type Cell = string | number | null

type Column = [string, (target: Target) => Cell]
const wordsColumn = (name: WordsName): Column => [targetLabel(name), (target) => target[name]]

const columns: Column[] = [
  wordsColumn('company'),
  wordsColumn('contact'),
  wordsColumn('contact_email'),
  wordsColumn('contact_phone'),
  ['Status', ({ status }) => statusTerm[status]],
  [targetLabel('type'), ({ type }) => typeTerm[type]],
  [targetLabel('value'), ({ value }) => valueTerm[value]],
  wordsColumn('goal'),
  ...furtherNames.map(wordsColumn),
  ['Step', (target) => openTask(target)?.description ?? ''],
  ['Due', ({ due }) => due],
  [targetLabel('projected_revenue'), ({ projected_revenue }) => dollars(projected_revenue)],
  ['Won revenue', ({ revenue }) => dollars(revenue)],
  ['Lost reason', ({ lostReason }) => lostReason],
  ['Owner', ({ owner }) => owner],
  ['Note', ({ note }) => note],
  ['Created', ({ created, undated }) => (undated ? '' : created)],
  ['Modified', ({ modified }) => modified],
]

/** For a firm with stages. */
const outlook = (stages: Stages): Column[] => [
  ['Stage', ({ stage }) => currentStage(stages, stage)?.name ?? ''],
  [targetLabel('expected_close'), ({ expected_close }) => expected_close ?? ''],
  [targetLabel('chance'), (target) => chanceOf(target, stages)],
]

/** For a firm with referrals. */
const cameFrom: Column = [targetLabel('came_from'), ({ came_from }) => (came_from ? nameOfSource(came_from) : '')]

const dollars = (amount: number | null): Cell => (amount === INTANGIBLE ? 'Intangible' : amount)

/**
 * RFC 4180 with a byte order mark for accents. Dates are in the firm's zone, amounts in dollars. `stages` is null for a
 * firm without stages.
 */
export function targetsAsCsv(targets: readonly Target[], stages: Stages | null, hasReferrals = false): string {
  const all = [...columns, ...(stages ? outlook(stages) : []), ...(hasReferrals ? [cameFrom] : [])]
  const rows = [all.map(([title]) => title), ...targets.map((target) => all.map(([, cell]) => cell(target)))]
  return `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : csvCell(cell)
}

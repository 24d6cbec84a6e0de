// Turns a stream of rows into headings, columns, and stored rows. Everything left out is counted or reported in a
// sentence.
import { plainCell } from '#core/contract/csvCell.ts'
import { hasReportColumns } from '../aliases.ts'
import type { ImportColumn } from '../contract.ts'
import { importLimits } from '../mappingContract.ts'
import { ColumnCounter, nameColumns } from './columns.ts'
import { badFile } from './csv.ts'
import { filledColumns, headingAt, headingsOf } from './headings.ts'
import { Merges } from './merges.ts'
import type { Merged } from './sheetXml.ts'
import type { FileRow, Options } from './store.ts'

const ROWS_AT_ONCE = 500
const TEXT_AT_ONCE = 512 * 1024
/** Number of rows searched for the headings. */
const LOOKED_AT = 20

export type TableRead = Pick<Options, 'columns' | 'headings' | 'blank' | 'notices'> & { total: number }

/**
 * Takes rows one by one and passes them on in batches. Throws an error with a message if they don't form a table that
 * can be imported.
 */
export class ImportTable {
  #keep: (rows: FileRow[]) => Promise<void>
  #first: FileRow[] | null = []
  #columns: ColumnCounter[] = []
  #headings = 0
  #notices: string[] = []
  #total = 0
  #blank = 0
  #waiting: FileRow[] = []
  #waitingText = 0
  #merges = new Merges([])
  #unguarded = 0

  constructor(keep: (rows: FileRow[]) => Promise<void>) {
    this.#keep = keep
  }

  merge(merged: Merged[]): void {
    this.#merges = new Merges(merged)
  }

  /** `row` is the number that a spreadsheet shows. */
  async take(row: number, written: string[]): Promise<void> {
    const cells = written.map((cell) => this.#unguard(cell))
    if (filledColumns(cells) === 0) {
      this.#blank++
      return
    }
    if (!this.#first) return this.#takeBelow({ row, cells })
    this.#first.push({ row, cells })
    if (this.#first.length === LOOKED_AT) await this.#settleHeadings()
  }

  /** The apostrophe that stops spreadsheets from running a cell belongs to the file, not to the text. */
  #unguard(cell: string): string {
    const text = plainCell(cell)
    if (text !== cell) this.#unguarded++
    return text
  }

  async end(): Promise<TableRead> {
    if (this.#first) await this.#settleHeadings()
    if (this.#total === 0) throw badFile('This file has a header but no rows.')
    await this.#hand()
    const columns = this.#columns.map((column) => column.result())
    const unnamed = columns.filter((column) => column.unnamed && column.filled > 0)
    return {
      total: this.#total,
      columns,
      headings: this.#headings,
      blank: this.#blank,
      notices: [
        ...this.#notices,
        ...this.#merges.notices(),
        ...(this.#unguarded > 0 ? [unguardedNotice(this.#unguarded)] : []),
        ...unnamed.map(unnamedNotice),
      ],
    }
  }

  async #settleHeadings(): Promise<void> {
    const first = this.#first!
    this.#first = null
    if (first.length === 0) throw badFile('This file is empty.')
    const at = headingAt(first.map(({ cells }) => cells))
    const names = headingsOf(first[at]!.cells, first[at - 1]?.cells)
    if (names.length > importLimits.columns)
      throw badFile(
        `This file has ${names.length} columns. The limit is ${importLimits.columns}. Remove the ones you don’t need.`,
      )
    const named = nameColumns(names)
    this.#headings = names.length
    this.#columns = named.columns.map((column) => new ColumnCounter(column))
    this.#notices.push(...named.notices)
    if (hasReportColumns(named.columns))
      this.#notices.push('The columns “Row” and “Reason” come from a file of rejected rows and aren’t imported.')
    if (at > 0) this.#notices.push(aboveNotice(first.slice(0, at), first[at]!.row))
    for (const row of first.slice(at + 1)) await this.#takeBelow(row)
  }

  async #takeBelow({ row, cells: own }: FileRow): Promise<void> {
    if (++this.#total > importLimits.rows)
      throw badFile('This file has more than 200,000 rows. Split it and import the parts one at a time.')
    const cells = this.#merges.fill(row, own)
    this.#growTo(cells)
    for (const [i, column] of this.#columns.entries()) column.see(cells[i] ?? '', row)
    this.#waiting.push({ row, cells })
    for (const cell of cells) this.#waitingText += cell.length
    if (this.#waiting.length >= ROWS_AT_ONCE || this.#waitingText > TEXT_AT_ONCE) await this.#hand()
  }

  /** Cells without a heading form a column as well. */
  #growTo(cells: string[]): void {
    const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
    while (this.#columns.length < Math.min(used, importLimits.columns))
      this.#columns.push(new ColumnCounter({ header: `Column ${this.#columns.length + 1}`, unnamed: true }))
  }

  async #hand(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    this.#waitingText = 0
    if (rows.length > 0) await this.#keep(rows)
  }
}

const unguardedNotice = (count: number) =>
  `The apostrophe in front of ${count === 1 ? 'a cell' : `${count.toLocaleString('en-US')} cells`} is left out: it only keeps spreadsheets from reading a formula.`

const unnamedNotice = ({ header, filled, first_row }: ImportColumn) =>
  `${header} has no heading. It has ${filled === 1 ? `one value, in row ${first_row}` : `${filled.toLocaleString('en-US')} values, the first in row ${first_row}`}.`

const SHOWN = 120

function aboveNotice(rows: FileRow[], headings: number): string {
  const text = rows
    .flatMap(({ cells }) => cells.map((cell) => cell.trim()).filter((cell) => cell !== ''))
    .join(' · ')
    .slice(0, SHOWN)
  return rows.length === 1
    ? `The headings are in row ${headings}. The row above them isn’t imported: ${text}`
    : `The headings are in row ${headings}. The ${rows.length} rows above them aren’t imported: ${text}`
}

// Exports to Excel with real dates and amounts.

import type { CellObject, Sheet } from 'write-excel-file/node'
import { isNumber, meaningsOf } from '#core/contract/report.ts'
import type { Layout, LayoutCell, LayoutTable } from './layout.ts'

const NAVY = '#15397e'
const RULE = '#d3dae5'
const widths: Record<LayoutCell['kind'], number> = {
  text: 30,
  day: 13,
  dollars: 16,
  count: 12,
  decimal: 12,
  percent: 12,
  progress: 9,
}
const formats = { count: '#,##0', decimal: '#,##0.0', percent: '0"%"', progress: '[=100]"Done";[=0]"";0"%"' }

/** Creates sheets for totals, each table, and explanations. */
export async function workbookOf(report: Layout): Promise<Buffer> {
  // Imported on first use, because every start would wait for it.
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const book = await writeWorkbook([summaryOf(report), ...report.tables.map(sheetOf), ...meaningsIn(report)], {
    fontFamily: 'Calibri',
    fontSize: 11,
  }).toBuffer()
  return withInheritedNames(book)
}

/** Private use: no user's text begins and ends with it. */
const MARK = '\uE000'
const marked = new RegExp(`${MARK}(\\w+)${MARK}`, 'g')
/** The library uses texts as keys of an object that already has '__proto__' and 'constructor'. */
const kept = (text: string) => (text in Object.prototype ? `${MARK}${text}${MARK}` : text)

/** Removes the marks of `kept`. */
async function withInheritedNames(book: Buffer): Promise<Buffer> {
  const { strFromU8, strToU8, unzipSync, zipSync } = await import('fflate')
  const files = unzipSync(book)
  const path = 'xl/sharedStrings.xml'
  const texts = strFromU8(files[path] ?? new Uint8Array())
  if (!texts.includes(MARK)) return book
  return Buffer.from(zipSync({ ...files, [path]: strToU8(texts.replaceAll(marked, '$1')) }))
}

function summaryOf(report: Layout): Sheet<Buffer> {
  const line = (label: string, cell: CellObject): CellObject[] => [{ ...plain(label), fontWeight: 'bold' }, cell]
  return {
    sheet: 'Summary',
    columns: [{ width: 24 }, { width: 36 }, { width: 24 }],
    data: [
      [{ ...plain(report.title), fontWeight: 'bold', fontSize: 14, textColor: NAVY }],
      line('Firm', plain(report.firm)),
      line('Range', plain(report.range)),
      line('Time zone', plain(report.zone)),
      line('Created', plain(report.made)),
      [],
      ...(report.totals.some(({ before }) => before)
        ? [[{}, plain('This period'), plain(report.before ?? 'Previous period')]]
        : []),
      ...report.totals.map(({ label, cell, before }) => [
        ...line(label, { ...cellOf(cell), align: 'left' as const }),
        ...(before ? [{ ...cellOf(before), align: 'left' as const }] : []),
      ]),
      ...(report.notes ?? []).map((note) => [plain(note)]),
    ],
  }
}

/** Returns no sheet if nothing needs explaining. */
function meaningsIn({ totals, tables }: Layout): Sheet<Buffer>[] {
  const said = meaningsOf(
    totals,
    tables.flatMap(({ columns }) => columns),
  )
  if (said.length === 0) return []
  const heads = ['Number', 'What it means'].map((text) => ({
    ...plain(text),
    fontWeight: 'bold' as const,
    textColor: NAVY,
  }))
  return [
    {
      sheet: 'What it means',
      stickyRowsCount: 1,
      columns: [{ width: 24 }, { width: 90 }],
      data: [heads, ...said.map(([name, sentence]) => [plain(name), plain(sentence)])],
    },
  ]
}

function sheetOf({ title, columns, rows, sums }: LayoutTable): Sheet<Buffer> {
  const heads = columns.map(
    ({ head, kind }): CellObject => ({
      ...plain(head),
      fontWeight: 'bold',
      textColor: NAVY,
      bottomBorderStyle: 'medium',
      bottomBorderColor: NAVY,
      align: isNumber(kind) ? 'right' : 'left',
    }),
  )
  return {
    sheet: title,
    orientation: 'landscape',
    stickyRowsCount: 1,
    columns: columns.map(({ kind }) => ({ width: widths[kind] })),
    data: [
      heads,
      ...rows.map((cells) =>
        cells.map((cell): CellObject => ({ ...cellOf(cell), bottomBorderStyle: 'thin', bottomBorderColor: RULE })),
      ),
      ...(sums ? [sums.map((cell): CellObject => ({ ...cellOf(cell), fontWeight: 'bold' }))] : []),
    ],
  }
}

/** Typed as text, so that '=1+1' isn't a formula. */
const plain = (text: string): CellObject => ({ value: kept(text), type: String })

function cellOf(cell: LayoutCell): CellObject {
  switch (cell.kind) {
    case 'text':
      return cell.text === '' ? {} : plain(cell.text)
    case 'count':
    case 'decimal':
    case 'percent':
    case 'progress':
      return cell.count === null ? {} : { value: cell.count, type: Number, format: formats[cell.kind] }
    case 'dollars':
      return cell.amount === null ? {} : { value: cell.amount, type: Number, format: '$#,##0' }
    case 'day':
      return cell.day === null
        ? {}
        : { value: new Date(`${cell.day}T00:00:00Z`), type: Date, format: 'mmm d, yyyy', align: 'left' }
  }
}

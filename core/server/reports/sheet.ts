// A report as an Excel workbook, with days and amounts that Excel can count with.

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
const formats = { count: '#,##0', decimal: '#,##0.0', percent: '0" %"', progress: '[=100]"Done";[=0]"";0" %"' }

/** A sheet of the sums, one for each table, and one that says what they mean. */
export async function workbookOf(report: Layout): Promise<Buffer> {
  // Imported on first use, because most calls don't need it and every start would wait for it.
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const book = await writeWorkbook([summaryOf(report), ...report.tables.map(sheetOf), ...meaningsIn(report)], {
    fontFamily: 'Calibri',
    fontSize: 11,
  }).toBuffer()
  return withInheritedNames(book)
}

/** A sign of the private use area: no text of a person's begins and ends with it. */
const MARK = '\uE000'
const marked = new RegExp(`${MARK}(\\w+)${MARK}`, 'g')
/** The library keeps texts as keys of an object, where '__proto__' and 'constructor' are there before: they are marked for its sake. */
const kept = (text: string) => (text in Object.prototype ? `${MARK}${text}${MARK}` : text)

/** The workbook without the marks of `kept`. */
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

/** What each sum and column means; no sheet where nothing says so. */
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

/** Always said to be text, so that '=1+1' stays what was typed. */
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

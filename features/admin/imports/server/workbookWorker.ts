// Thread that unpacks and reads a workbook. It receives a path, and workbook.ts describes its messages.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync, zipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { FORMULA_WITHOUT_VALUE } from '../cells.ts'
import { foundIn, numberText, rewriteSheets, type SheetFound, SheetProblem } from './sheetXml.ts'
import type { SheetInFile, WorkbookLimits, WorkbookMessage, WorkbookRequest } from './workbook.ts'

const ROWS_AT_ONCE = 500

type Cell = string | number | boolean | Date | null

/**
 * Unpacks the parts of a workbook that hold its text, within the limits. An entry gets no more memory than the size it
 * declares.
 */
function unpack(bytes: Uint8Array, limits: WorkbookLimits): Record<string, Uint8Array> {
  let entries = 0
  let total = 0
  const files = unzipSync(bytes, {
    filter({ name, size, originalSize }) {
      if (++entries > limits.entries)
        throw new SheetProblem(
          `This workbook has more than ${limits.entries.toLocaleString('en-US')} parts, so we can’t read it.`,
        )
      if (!name.endsWith('.xml') && !name.endsWith('.rels')) return false
      total += originalSize
      const isPackedTight = originalSize > 1024 * 1024 && originalSize > size * limits.ratio
      if (total > limits.bytes || isPackedTight)
        throw new SheetProblem('This workbook is too large when unpacked. Save the sheet as CSV and upload that.')
      return true
    },
  })
  if (!files['xl/workbook.xml'])
    throw new SheetProblem(
      'This ZIP file isn’t an Excel workbook we can read. Save the sheet as .xlsx or CSV and upload that.',
    )
  return files
}

/** Formats a day, or a day with a time. Spreadsheet cells have no time zone. */
function dateText(date: Date): string {
  const [day = '', time = ''] = date.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}

const textOf = (cell: Cell): string => (cell === null ? '' : cell instanceof Date ? dateText(cell) : String(cell))

const isFilled = (cells: Cell[]) => cells.some((cell) => cell !== null && cell !== '')

function noticesOf({ formulas, firstFormula, currencies }: SheetFound): string[] {
  const said: string[] = []
  if (formulas > 0)
    said.push(
      `${formulas === 1 ? `The formula in ${firstFormula} has no saved value` : `${formulas.toLocaleString('en-US')} formulas have no saved value, the first in ${firstFormula}`}: shown as ${FORMULA_WITHOUT_VALUE}. To import the values, open the workbook in Excel, save it, and upload it again.`,
    )
  if (currencies.size > 0) said.push(`Number formats name a currency: ${[...currencies].join(', ')}.`)
  return said
}

async function run({ path, sheet, limits }: WorkbookRequest): Promise<void> {
  const say = (said: WorkbookMessage) => parentPort!.postMessage(said)
  const isAskedForMore = () => new Promise((resolve) => parentPort!.once('message', resolve))
  try {
    const files = unpack(readFileSync(path), limits)
    const kept = rewriteSheets(files)
    const book = await readXlsxFile<string>(Buffer.from(zipSync(files, { level: 0 })), { parseNumber: numberText })
    const sheets = book
      .map(({ sheet: name, data }) => ({
        name,
        data: data as Cell[][],
        rows: (data as Cell[][]).filter(isFilled).length,
      }))
      .filter(({ rows }) => rows > 0)
    const named = (one: SheetInFile): SheetInFile => ({ name: one.name, rows: one.rows })
    const found = sheet === null ? sheets[0] : sheets.find(({ name }) => name === sheet)
    if (sheets.length === 0) throw new SheetProblem('This file is empty.')
    if (!found) throw new SheetProblem('This workbook doesn’t have that sheet, or the sheet is empty.')
    if (sheet === null && sheets.length > 1) return say({ kind: 'choose', sheets: sheets.map(named) })
    const lost = foundIn(files, kept, found.name)
    say({
      kind: 'sheet',
      sheet: named(found),
      others: sheets.filter((one) => one !== found).map(named),
      merged: lost?.merged ?? [],
      notices: lost ? noticesOf(lost) : [],
    })
    for (let at = 0; at < found.data.length; at += ROWS_AT_ONCE) {
      await isAskedForMore()
      const rows = found.data.slice(at, at + ROWS_AT_ONCE)
      say({ kind: 'rows', rows: rows.map((cells, i) => ({ row: at + i + 1, cells: cells.map(textOf) })) })
    }
    await isAskedForMore()
    say({ kind: 'end' })
  } catch (error) {
    const sentence =
      error instanceof SheetProblem
        ? error.message
        : 'We couldn’t read this workbook. Save it again as .xlsx, or save the sheet as CSV, and upload that.'
    say({ kind: 'problem', sentence })
  }
}

await run(workerData as WorkbookRequest)

// Streams a person's sheets as a workbook.
import { stampIn } from '#core/contract/dates.ts'
import type { SheetColumn, SheetKind, SheetValue } from '../personSheet.ts'
import { type CellStyle, dateNumber, type WorkbookCell, type WorkbookRow, writeWorkbook } from './workbookWriter.ts'
import type { StreamedSheet } from './zipStream.ts'

const widths: Record<SheetKind, number> = { text: 30, day: 13, instant: 18, count: 12, dollars: 16 }
const styles: Record<SheetKind, CellStyle | undefined> = {
  text: undefined,
  day: { format: 'mmm d, yyyy' },
  instant: { format: 'mmm d, yyyy h:mm' },
  count: { format: '#,##0' },
  dollars: { format: '"$"#,##0' },
}
const headStyle: CellStyle = { isBold: true, color: '#15397e' }

/** `zone` is the time zone of instants. */
export const workbookPieces = (sheets: readonly StreamedSheet[], zone: string): AsyncGenerator<Uint8Array> =>
  writeWorkbook(
    sheets.map(({ title, columns, pages }) => ({
      title,
      widths: columns.map(({ kind }) => widths[kind]),
      heads: columns.map(({ head }) => ({ value: head, style: headStyle })),
      pages: rowsOf(pages, columns, zone),
    })),
  )

async function* rowsOf(pages: StreamedSheet['pages'], columns: readonly SheetColumn[], zone: string) {
  for await (const page of pages)
    yield page.map((row): WorkbookRow => columns.map(({ kind }, place) => cellOf(row[place] ?? null, kind, zone)))
}

function cellOf(value: SheetValue, kind: SheetKind, zone: string): WorkbookCell {
  if (value === null || value === '') return { value: null }
  if (kind === 'text' || (typeof value === 'string' && kind !== 'day' && kind !== 'instant'))
    return { value: String(value) }
  const style = styles[kind]
  if (kind === 'day') return { value: dateNumber(String(value).slice(0, 10)), style }
  if (kind === 'instant') return { value: dateNumber(clockIn(zone, String(value))), style }
  return { value: Number(value), style }
}

const clockIn = (zone: string, instant: string) => (instant.includes('T') ? stampIn(zone, instant) : instant)

// Streams a zip with one CSV per sheet.
import { csvLine } from '#core/contract/csvCell.ts'
import { stampIn } from '#core/contract/dates.ts'
import type { SheetKind, SheetValue } from '../personSheet.ts'
import { openZip, type StreamedSheet } from './zipStream.ts'

/** Excel needs this mark to recognize UTF-8. */
const MARK = '\ufeff'

/** `zone` is the time zone of instants. */
export async function* csvPieces(sheets: readonly StreamedSheet[], zone: string): AsyncGenerator<Uint8Array> {
  const zip = openZip()
  for (const { title, columns, pages } of sheets) {
    const entry = zip.begin(`${title}.csv`)
    entry.push(MARK + csvLine(columns.map(({ head }) => head)))
    for await (const page of pages) {
      const lineOf = (row: readonly SheetValue[]) =>
        csvLine(columns.map(({ kind }, place) => textOf(row[place] ?? null, kind, zone)))
      entry.push(page.map(lineOf).join(''))
      yield* zip.taken()
    }
    entry.end()
    yield* zip.taken()
  }
  zip.end()
  yield* zip.taken()
}

function textOf(value: SheetValue, kind: SheetKind, zone: string): string {
  if (value === null) return ''
  const text = String(value)
  if (kind === 'day') return text.slice(0, 10)
  return kind === 'instant' && text.includes('T') ? stampIn(zone, text) : text
}

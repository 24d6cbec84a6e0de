// Streams a workbook page by page, so that its length costs no memory.
import { stampIn } from '#core/contract/dates.ts'
import type { SheetColumn, SheetKind, SheetValue } from '../personSheet.ts'
import { openZip, type StreamedSheet, type ZipEntry } from './zipStream.ts'

/** Excel's maximum rows per sheet. Further rows go into another one. */
const MOST_ROWS = 1_048_576
/** Excel's maximum characters per cell. */
const MOST_LETTERS = 32_767
/** In the order of `xf` in the styles. */
const styleOf: Record<SheetKind, number> = { text: 0, day: 1, instant: 2, count: 3, dollars: 4 }
const HEAD_STYLE = 5
const widths: Record<SheetKind, number> = { text: 30, day: 13, instant: 18, count: 12, dollars: 16 }

/** `zone` is the time zone of instants. */
export async function* workbookPieces(sheets: readonly StreamedSheet[], zone: string): AsyncGenerator<Uint8Array> {
  const zip = openZip()
  const titles: string[] = []
  for (const { title, columns, pages } of sheets) {
    let rows = 0
    let part = 0
    const begin = () => {
      part++
      titles.push(titleOf(title, part))
      const entry = zip.begin(`xl/worksheets/sheet${titles.length}.xml`)
      entry.push(startOfSheet(columns))
      rows = 1
      return entry
    }
    const end = (open: ZipEntry) => open.end('</sheetData></worksheet>')
    let entry = begin()
    for await (const page of pages) {
      for (const some of inParts(page, MOST_ROWS - rows)) {
        if (rows + some.length > MOST_ROWS) {
          end(entry)
          entry = begin()
        }
        entry.push(some.map((row) => rowOf(row, columns, zone)).join(''))
        rows += some.length
      }
      yield* zip.taken()
    }
    end(entry)
    yield* zip.taken()
  }
  for (const [name, text] of Object.entries(frameOf(titles))) zip.begin(name).end(text)
  zip.end()
  yield* zip.taken()
}

/** Splits rows into those that fit the open sheet and the rest. */
const inParts = <T>(rows: readonly T[], left: number): (readonly T[])[] =>
  rows.length <= left ? [rows] : [rows.slice(0, left), rows.slice(left)].filter((some) => some.length > 0)

const titleOf = (title: string, part: number) => (part === 1 ? title : `${title.slice(0, 26)} ${part}`)

/** Characters that XML can't represent. */
const unsaid = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string) =>
  text
    .toWellFormed()
    .replace(unsaid, '')
    .replace(/[&<>"]/g, (letter) => escapes[letter]!)

/** Typed as text, so that '=1+1' isn't a formula. */
function cellOf(value: SheetValue, kind: SheetKind, zone: string): string {
  if (value === null || value === '') return '<c/>'
  const style = styleOf[kind]
  if (kind === 'text' || (typeof value === 'string' && kind !== 'day' && kind !== 'instant'))
    return `<c t="inlineStr"><is><t xml:space="preserve">${xml(String(value).slice(0, MOST_LETTERS))}</t></is></c>`
  const number =
    kind === 'day' ? dayNumber(String(value)) : kind === 'instant' ? instantNumber(String(value), zone) : Number(value)
  return Number.isFinite(number) ? `<c s="${style}"><v>${number}</v></c>` : '<c/>'
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Excel's epoch is one day off. */
const dayNumber = (day: string) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`) / DAY_MS + 25_569
function instantNumber(instant: string, zone: string): number {
  const clock = instant.includes('T') ? stampIn(zone, instant) : instant
  return Date.parse(`${clock.replace(' ', 'T')}Z`) / DAY_MS + 25_569
}

const rowOf = (row: readonly SheetValue[], columns: readonly SheetColumn[], zone: string) =>
  `<row>${columns.map(({ kind }, place) => cellOf(row[place] ?? null, kind, zone)).join('')}</row>`

const startOfSheet = (columns: readonly SheetColumn[]) =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ kind }, place) => `<col min="${place + 1}" max="${place + 1}" width="${widths[kind]}" customWidth="1"/>`)
    .join('')}</cols><sheetData><row>${columns
    .map(({ head }) => `<c s="${HEAD_STYLE}" t="inlineStr"><is><t>${xml(head)}</t></is></c>`)
    .join('')}</row>`

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns all files of a workbook except the sheets. */
function frameOf(titles: readonly string[]): Record<string, string> {
  const each = (say: (title: string, number: number) => string) =>
    titles.map((title, place) => say(title, place + 1)).join('')
  return {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((title, number) => `<sheet name="${xml(title)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${each((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="166" formatCode="&quot;$&quot;#,##0"/><numFmt numFmtId="164" formatCode="mmm d, yyyy"/><numFmt numFmtId="165" formatCode="mmm d, yyyy h:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FF15397E"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" xfId="0" applyNumberFormat="1"/><xf numFmtId="3" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" xfId="0" applyNumberFormat="1"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}</Types>`,
  }
}

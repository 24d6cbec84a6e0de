// Writes a workbook row by row, so that its length costs no memory.
import { openZip, type ZipEntry } from './zipStream.ts'

export type CellStyle = {
  /** Excel's number format. */
  format?: string
  align?: 'left' | 'right'
  isBold?: boolean
  /** Points. */
  size?: number
  /** Like '#15397e'. */
  color?: string
  /** The line below the cell. */
  rule?: { width: 'thin' | 'medium'; color: string }
}
/** Text becomes a text cell, so that '=1+1' isn't a formula. Null and '' are empty cells. */
export type WorkbookCell = { value: string | number | null; style?: CellStyle }
export type WorkbookRow = readonly WorkbookCell[]
export type WorkbookSheet = {
  /** At most 31 characters, Excel's limit. */
  title: string
  /** Characters that fit each column. */
  widths: readonly number[]
  isLandscape?: boolean
  /** Stays visible, and repeats where a sheet continues in another. */
  heads?: WorkbookRow
  pages: AsyncIterable<readonly WorkbookRow[]> | Iterable<readonly WorkbookRow[]>
}

/** Excel's maximum rows per sheet. Further rows go into another one. */
const MOST_ROWS = 1_048_576
/** Excel's maximum characters per cell. */
const MOST_LETTERS = 32_767

export async function* writeWorkbook(sheets: readonly WorkbookSheet[]): AsyncGenerator<Uint8Array> {
  const zip = openZip()
  const styles = new Styles()
  const titles: string[] = []
  for (const sheet of sheets) {
    let rows = 0
    let part = 0
    const begin = () => {
      part++
      titles.push(titleOf(sheet.title, part))
      const entry = zip.begin(`xl/worksheets/sheet${titles.length}.xml`)
      entry.push(startOfSheet(sheet, styles))
      rows = sheet.heads ? 1 : 0
      return entry
    }
    const end = (open: ZipEntry) =>
      open.end(`</sheetData>${sheet.isLandscape ? '<pageSetup orientation="landscape"/>' : ''}</worksheet>`)
    let entry = begin()
    for await (const page of sheet.pages) {
      for (const some of inParts(page, MOST_ROWS - rows)) {
        if (rows + some.length > MOST_ROWS) {
          end(entry)
          entry = begin()
        }
        entry.push(some.map((row) => rowOf(row, styles)).join(''))
        rows += some.length
      }
      yield* zip.taken()
    }
    end(entry)
    yield* zip.taken()
  }
  for (const [name, text] of Object.entries(frameOf(titles, styles))) zip.begin(name).end(text)
  zip.end()
  yield* zip.taken()
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Returns a day ('YYYY-MM-DD') or a local time ('YYYY-MM-DD HH:mm:ss') as Excel's number. Excel's epoch is one day off. */
export const dateNumber = (stamp: string): number =>
  Date.parse(`${stamp.slice(0, 10)}T${stamp.slice(11) || '00:00'}Z`) / DAY_MS + 25_569

/** Splits rows into those that fit the open sheet and the rest. */
const inParts = <T>(rows: readonly T[], left: number): (readonly T[])[] =>
  rows.length <= left ? [rows] : [rows.slice(0, left), rows.slice(left)].filter((some) => some.length > 0)

const titleOf = (title: string, part: number) => (part === 1 ? title : `${title.slice(0, 26)} ${part}`)

/** Numbers the styles in the order of their first use. */
class Styles {
  readonly all: CellStyle[] = [{}]
  private readonly numbers = new Map<CellStyle | undefined, number>([[undefined, 0]])
  numberOf(style: CellStyle | undefined): number {
    const known = this.numbers.get(style)
    if (known !== undefined) return known
    this.numbers.set(style, this.all.push(style!) - 1)
    return this.all.length - 1
  }
}

/** Characters that XML can't represent. */
const unsaid = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const xml = (text: string) =>
  text
    .toWellFormed()
    .replace(unsaid, '')
    .replace(/[&<>"]/g, (letter) => escapes[letter]!)

function cellOf({ value, style }: WorkbookCell, styles: Styles): string {
  const number = styles.numberOf(style)
  const s = number === 0 ? '' : ` s="${number}"`
  if (typeof value === 'string' && value !== '')
    return `<c${s} t="inlineStr"><is><t xml:space="preserve">${xml(value.slice(0, MOST_LETTERS))}</t></is></c>`
  return Number.isFinite(value) ? `<c${s}><v>${value}</v></c>` : `<c${s}/>`
}

const rowOf = (row: WorkbookRow, styles: Styles) => `<row>${row.map((cell) => cellOf(cell, styles)).join('')}</row>`

const FROZEN = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
const startOfSheet = ({ widths, heads }: WorkbookSheet, styles: Styles) =>
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${heads ? FROZEN : ''}</sheetView></sheetViews><cols>${widths
    .map((width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>${heads ? rowOf(heads, styles) : ''}`

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns all files of a workbook except the sheets. */
function frameOf(titles: readonly string[], { all }: Styles): Record<string, string> {
  const each = (say: (title: string, number: number) => string) =>
    titles.map((title, place) => say(title, place + 1)).join('')
  return {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((title, number) => `<sheet name="${xml(title)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${RELATIONS}">${each((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rIdStyles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesFileOf(all),
    '_rels/.rels': `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}</Types>`,
  }
}

/** Numbers below belong to Excel's own formats. */
const FIRST_FORMAT = 164

/** Each style has its own font, border, and number format, all with the style's number. */
function stylesFileOf(all: readonly CellStyle[]): string {
  const list = (name: string, items: readonly string[]) =>
    `<${name} count="${items.length}">${items.join('')}</${name}>`
  const color = (hex: string) => `<color rgb="FF${hex.slice(1).toUpperCase()}"/>`
  return `${HEAD}<styleSheet xmlns="${MAIN}">${list(
    'numFmts',
    all.map(({ format = 'General' }, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${xml(format)}"/>`),
  )}${list(
    'fonts',
    all.map(
      (one) =>
        `<font>${one.isBold ? '<b/>' : ''}<sz val="${one.size ?? 11}"/>${one.color ? color(one.color) : ''}<name val="Calibri"/></font>`,
    ),
  )}<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>${list(
    'borders',
    all.map(({ rule }) => {
      const bottom = rule ? `<bottom style="${rule.width}">${color(rule.color)}</bottom>` : '<bottom/>'
      return `<border><left/><right/><top/>${bottom}<diagonal/></border>`
    }),
  )}<cellStyleXfs count="1"><xf/></cellStyleXfs>${list(
    'cellXfs',
    all.map(
      ({ format, align }, i) =>
        `<xf numFmtId="${format ? FIRST_FORMAT + i : 0}" fontId="${i}" borderId="${i}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1">${align ? `<alignment horizontal="${align}"/>` : ''}</xf>`,
    ),
  )}</styleSheet>`
}

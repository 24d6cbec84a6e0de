// Rewrites the sheets of an unpacked workbook with only their cells. The reading library builds a grid up to the
// farthest cell, requires an address in every cell, and drops errors, currencies, and merged ranges.
import { strFromU8, strToU8 } from 'fflate'
import { foreignCurrency } from '../amounts.ts'
import { FORMULA_WITHOUT_VALUE } from '../cells.ts'
import { importLimits } from '../mappingContract.ts'

export class SheetProblem extends Error {}

/** Range of merged cells. Rows and columns count from 1. */
export type Merged = { top: number; left: number; bottom: number; right: number }
export type SheetFound = { merged: Merged[]; formulas: number; firstFormula: string; currencies: Set<string> }

const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384
/** Limit of cells in all sheets together, including empty cells between others. */
const MOST_CELLS = importLimits.rows * importLimits.columns

const tag =
  /<!--[\s\S]*?-->|<(\/?)(?:[\w.-]+:)?(sheetData|row|c|v|f|is|t|rPh|mergeCell)(?=[\s/>])((?:[^>"']|"[^"]{0,1000}"|'[^']{0,1000}'){0,2000}?)(\/?)>/g

const attribute = (attributes: string, name: string): string | undefined => {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found?.[1] ?? found?.[2]
}

const addressOf = (row: number, column: number) => `${lettersOf(column)}${row}`
function lettersOf(column: number): string {
  const rest = (column - 1) % 26
  return (column > 26 ? lettersOf((column - 1 - rest) / 26) : '') + String.fromCharCode(65 + rest)
}

function placeOf(address: string): { row: number; column: number } {
  const [, letters = '', digits = ''] = /^\$?([A-Za-z]{1,3})\$?(\d{1,10})$/.exec(address) ?? []
  if (digits === '') throw new Error(`“${address}” isn’t a cell address.`)
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return { row: Number(digits), column }
}

/** Counts the cells of all sheets so far and throws an error with a message once they exceed the limit. */
export class CellRange {
  #before = 0
  #rows = 0
  #columns = 0
  reach(row: number, column: number): void {
    if (row <= this.#rows && column <= this.#columns) return
    this.#rows = Math.max(this.#rows, row)
    this.#columns = Math.max(this.#columns, column)
    if (row > LAST_ROW || column > LAST_COLUMN || this.#before + this.#rows * this.#columns > MOST_CELLS)
      throw new SheetProblem(
        `This workbook is too large when unpacked: cell ${addressOf(row, column)} is too far from its first cell. Clear the cells outside the table, or save the sheet as CSV and upload that.`,
      )
  }
  next(): void {
    this.#before += this.#rows * this.#columns
    this.#rows = 0
    this.#columns = 0
  }
}

type Cell = {
  row: number
  column: number
  type: string
  style: string
  value: string | null
  text: string
  isFormula: boolean
}

/** Rewrites the sheets among the files and returns, by file, the data that the library would lose. */
export function rewriteSheets(files: Record<string, Uint8Array>): Map<string, SheetFound> {
  const currencies = formatCurrencies(files)
  const area = new CellRange()
  const found = new Map<string, SheetFound>()
  for (const [name, bytes] of Object.entries(files)) {
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('sheetData')) continue
    const sheet: SheetFound = { merged: [], formulas: 0, firstFormula: '', currencies: new Set() }
    files[name] = strToU8(rewritten(strFromU8(bytes), sheet, currencies, area))
    area.next()
    found.set(name, sheet)
  }
  return found
}

function rewritten(xml: string, sheet: SheetFound, currencies: Map<string, string>, area: CellRange): string {
  const out: string[] = []
  let row = 0
  let isRowOpen = false
  let column = 0
  let cell: Cell | null = null
  let textFrom = -1
  let isPhonetic = false
  let isInString = false
  let isEnded = false
  const endCell = () => {
    const written = cell && cellXml(cell, sheet, currencies)
    if (cell && written) {
      area.reach(cell.row, cell.column)
      out.push(written)
    }
    cell = null
  }
  const openRow = (number: number) => {
    if (isRowOpen) out.push('</row>')
    row = number
    column = 0
    out.push(`<row r="${number}">`)
    isRowOpen = true
  }
  for (const { 0: whole, 1: slash, 2: name, 3: attributes = '', 4: closed, index } of xml.matchAll(tag)) {
    const isEnd = slash === '/'
    if (name === 'sheetData') isEnded = isEnd || closed === '/'
    else if (name === 'row' && !isEnd) {
      const given = attribute(attributes, 'r')
      openRow(given === undefined ? row + 1 : placeOf(`A${given}`).row)
    } else if (name === 'c' && !isEnd) {
      if (cell) throw new Error('A cell has no end.')
      const given = attribute(attributes, 'r')
      const at = given === undefined ? { row, column: column + 1 } : placeOf(given)
      if (at.row !== row) openRow(at.row)
      column = at.column
      cell = {
        ...at,
        type: attribute(attributes, 't') ?? 'n',
        style: attribute(attributes, 's') ?? '',
        value: null,
        text: '',
        isFormula: false,
      }
      if (closed === '/') endCell()
    } else if (name === 'c') endCell()
    else if (name === 'mergeCell' && !isEnd) {
      const merged = mergedOf(attribute(attributes, 'ref') ?? '')
      if (merged) sheet.merged.push(merged)
    } else if (!cell) continue
    else if (name === 'f') cell.isFormula = true
    else if (name === 'rPh') isPhonetic = !isEnd && closed !== '/'
    else if (name === 'is') isInString = !isEnd
    else if (name === 'v' || (name === 't' && isInString && !isPhonetic)) {
      if (!isEnd) textFrom = index + whole.length
      if (!isEnd && closed !== '/') continue
      const text = isEnd ? xml.slice(textFrom, index) : ''
      if (name === 'v') cell.value = text
      else cell.text += text
    }
  }
  // The parser would read a truncated file as a shorter sheet.
  if (!isEnded || cell) throw new Error('The sheet has no end.')
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${out.join('')}${isRowOpen ? '</row>' : ''}</sheetData></worksheet>`
}

/** Returns '' for an empty cell. */
function cellXml(cell: Cell, sheet: SheetFound, currencies: Map<string, string>): string {
  const { row, column, type, value, text, isFormula } = cell
  const at = addressOf(row, column)
  const style = /^\d+$/.test(cell.style) ? ` s="${cell.style}"` : ''
  const words = (written: string) => `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${written}</t></is></c>`
  if (type === 'inlineStr') return text === '' ? '' : words(text)
  if (type === 'e') return words(value || '#VALUE!')
  if (isFormula && !value && (type !== 'str' || value === null)) {
    if (sheet.formulas++ === 0) sheet.firstFormula = at
    return words(FORMULA_WITHOUT_VALUE)
  }
  if (!value) return ''
  const currency = type === 'n' ? currencies.get(cell.style) : undefined
  if (currency === undefined || !Number.isFinite(Number(value)))
    return `<c r="${at}"${style} t="${/^\w+$/.test(type) ? type : 'n'}"><v>${value}</v></c>`
  if (foreignCurrency(`1 ${currency}`) !== '') sheet.currencies.add(currency)
  return words(`${currency} ${numberText(value)}`)
}

function mergedOf(ref: string): Merged | null {
  const [from, to] = ref.split(':')
  if (!from || !to) return null
  const [a, b] = [placeOf(from), placeOf(to)]
  return { top: a.row, left: a.column, bottom: b.row, right: b.column }
}

/**
 * Formats a cell's number without the noise of binary fractions. Three decimals get a fourth, so that they can't be
 * read as thousands.
 */
export function numberText(written: string): string {
  const number = Number(written)
  if (!Number.isFinite(number)) return written
  const text = Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(15)))
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

const unescaped = (text: string) =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi, (_, hex, decimal, name) =>
    name
      ? { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[String(name).toLowerCase()]!
      : String.fromCodePoint(Math.min(0x10ffff, hex ? Number.parseInt(hex, 16) : Number(decimal))),
  )

const tagsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'g'))].map(
    ([, attributes = '']) => attributes,
  )

/** Maps each cell style to the currency of its numbers, except US dollars. */
function formatCurrencies(files: Record<string, Uint8Array>): Map<string, string> {
  const name = Object.keys(files).find((path) => /(^|\/)styles\.xml$/.test(path))
  const xml = name ? strFromU8(files[name]!) : ''
  const codes = new Map<string, string>()
  for (const attributes of tagsOf(xml, 'numFmt')) {
    const code = attribute(attributes, 'formatCode') ?? ''
    const currency = currencyIn(code.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
    if (currency) codes.set(attribute(attributes, 'numFmtId') ?? '', currency)
  }
  const styles = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(xml)?.[0] ?? ''
  const currencies = tagsOf(styles, 'xf').map((attributes) => codes.get(attribute(attributes, 'numFmtId') ?? ''))
  return new Map(currencies.flatMap((currency, i) => (currency ? [[String(i), currency]] : [])))
}

/** '[$€-407] #,##0.00', '#,##0 "kr"', and '£#,##0' name a currency. '[$-409]' names only a language. */
function currencyIn(format: string): string | null {
  const [first = ''] = format.split(';')
  const words = [...first.matchAll(/\[\$([^\]-]+)(?:-[^\]]*)?\]|"([^"]*)"|(\p{Sc})/gu)].map(
    ([, symbol, quoted, sign]) => (symbol ?? quoted ?? sign ?? '').trim(),
  )
  return words.find((word) => word !== '' && foreignCurrency(`1 ${word}`) !== '') ?? null
}

export function foundIn(
  files: Record<string, Uint8Array>,
  found: Map<string, SheetFound>,
  sheet: string,
): SheetFound | undefined {
  const textOf = (path: string) => strFromU8(files[path] ?? new Uint8Array())
  const id = tagsOf(textOf('xl/workbook.xml'), 'sheet')
    .filter((attributes) => unescaped(attribute(attributes, 'name') ?? '') === sheet)
    .map((attributes) => attribute(attributes, '[\\w.-]+:id'))[0]
  const target = tagsOf(textOf('xl/_rels/workbook.xml.rels'), 'Relationship')
    .filter((attributes) => attribute(attributes, 'Id') === id)
    .map((attributes) => attribute(attributes, 'Target'))[0]
  return target === undefined ? undefined : found.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
}

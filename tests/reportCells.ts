// Compares the Excel and PDF files of a report with its rows as the screen formats them, cell by cell.
import { expect } from 'vitest'
import { formatDay } from '#core/contract/dates.ts'
import { formatCell } from '#core/contract/formatCell.ts'
import { INTANGIBLE } from '#core/contract/money.ts'
import { type CellKind, type CellValue, isNumber } from '#core/contract/report.ts'
import type { AnyViewerReport, WithRows } from '#core/contract/viewerReport.ts'
import { pagesOfPdf, type SheetCell, sheetsOf } from '#tests/readers.ts'

/** Formats a workbook cell as the screen would show it. */
function inSheet(kind: CellKind, { value }: SheetCell): string {
  if (value === null) return ''
  if (kind === 'dollars' && value === 'Intangible') return formatCell(kind, INTANGIBLE)
  return kind === 'day' ? formatDay(String(value)) : formatCell(kind, value)
}
/** Excel formats. Dollars have no cents. Source: the second specification, section 9. */
const formats: Record<CellKind, string> = {
  text: 'General',
  day: 'mmm d, yyyy',
  count: '#,##0',
  decimal: '#,##0.0',
  percent: '0"%"',
  progress: '[=100]"Done";[=0]"";0"%"',
  dollars: '$#,##0',
}
function checkFormat(kind: CellKind, { value, type, format }: SheetCell) {
  if (value === null || value === 'Intangible') return
  expect([value, type, format]).toEqual([value, kind === 'day' ? 'd' : isNumber(kind) ? 'n' : 's', formats[kind]])
}

/** Ignores a narrow space before a percent sign. */
const wordsOf = (text: string) => text.replaceAll(' %', '%').split(/\s+/).filter(Boolean)

/** Returns whether the line contains these words in this order. */
function hasInOrder(line: readonly string[], words: readonly string[]): boolean {
  let at = 0
  for (const word of line) if (word === words[at]) at++
  return at === words.length
}

/** Lines of words in which rows are searched in sequence. */
class Paper {
  private readonly lines: string[][]
  private at = 0
  constructor(pages: readonly string[]) {
    this.lines = pages.join('\n').split('\n').map(wordsOf)
  }

  /** Finds the next line with these words and returns its position. The next search starts after it. */
  next(words: readonly string[]): number {
    const place = this.lines.findIndex((line, at) => at >= this.at && hasInOrder(line, words))
    const rest = this.lines.slice(this.at).map((line) => line.join(' '))
    expect(place, `${words.join(' ')} in\n${rest.join('\n')}`).not.toBe(-1)
    this.at = place + 1
    return place
  }

  /**
   * Finds the next line with these headings, of which the first `naming` are always present. Returns the positions
   * found, because a wide table continues further down.
   */
  heads(heads: readonly string[], naming: number): number[] {
    const firsts = heads.map((head) => wordsOf(head)[0]!)
    const line = this.lines[this.next(firsts.slice(0, naming))]!
    let at = 0
    return firsts.flatMap((word, place) => {
      const found = line.indexOf(word, at)
      if (found === -1) return []
      at = found + 1
      return [place]
    })
  }

  /** Expects each row to start on a new line with its cells' first words, and to end before the next row. */
  rows(rows: readonly string[][]): void {
    const starts = rows.map((cells) => this.next(cells.flatMap((cell) => wordsOf(cell).slice(0, 1))))
    for (const [index, cells] of rows.entries()) {
      const left = this.lines.slice(starts[index], starts[index + 1]).flat()
      for (const word of cells.flatMap(wordsOf)) {
        const place = left.indexOf(word)
        expect(place, `${word} of ${cells.join(' | ')}`).not.toBe(-1)
        left.splice(place, 1)
      }
    }
  }
}

/** Also checks that each column is explained. */
export function expectSameCells(report: AnyViewerReport, facts: WithRows, workbook: Buffer, pdf: Buffer): void {
  const sheets = sheetsOf(workbook)
  const pages = pagesOfPdf(pdf)
  const paper = new Paper(pages)
  const totals = report.totals.map(({ label, kind, of, before }) => ({
    label,
    kind,
    now: formatCell(kind, of(facts)),
    before: before ? formatCell(kind, before(facts)) : '',
  }))
  if (totals.length > 0) {
    paper.rows([totals.map(({ now }) => now)])
    paper.rows([totals.map(({ label }) => label)])
    paper.rows([totals.map(({ before }) => before && `Before: ${before}`)])
  }
  for (const { label, kind, now, before } of totals) {
    const [, cell, earlier] = sheets.Summary!.find(([first]) => first?.value === label)!
    expect([label, inSheet(kind, cell!)]).toEqual([label, now])
    checkFormat(kind, cell!)
    if (before) expect([label, inSheet(kind, earlier!)]).toEqual([label, before])
    if (before) checkFormat(kind, earlier!)
  }
  for (const table of report.tables) {
    const columns = table.columns(facts)
    const said = table.rows(facts).map((row: CellValue[]) => row.map((cell, at) => formatCell(columns[at]!.kind, cell)))
    const [heads, ...rows] = sheets[table.title] ?? []
    if (said.length === 0) {
      paper.next(wordsOf(table.empty))
      continue
    }
    if (columns.some(({ sum }) => sum))
      said.push(columns.map(({ kind, sum }, at) => (sum ? formatCell(kind, sum(facts)) : at === 0 ? 'Total' : '')))
    expect(heads?.map(({ value }) => value)).toEqual(columns.map(({ head }) => head))
    expect(rows.map((row) => columns.map(({ kind }, at) => inSheet(kind, row[at]!)))).toEqual(said)
    for (const row of rows)
      for (const [at, { kind }] of columns.entries()) if (row[at]!.value !== 'Total') checkFormat(kind, row[at]!)
    const naming = Math.max(
      1,
      columns.findIndex(({ kind }) => kind !== 'text'),
    )
    const left = new Set(columns.keys())
    while (left.size > 0) {
      const places = paper.heads(
        columns.map(({ head }) => head),
        naming,
      )
      expect(places.filter((place) => left.delete(place))).not.toEqual([])
      paper.rows(said.map((row) => places.map((place) => row[place]!)))
    }
    for (const column of columns) {
      expect(column.sentence).toMatch(/^[A-Z].*\.$/)
      expect(squeezed(pages.join('\n'))).toContain(squeezed(column.sentence))
      expect(sheets['What it means']!.map(([, meaning]) => meaning?.value)).toContain(column.sentence)
    }
  }
  expect(pages.at(-1)).toMatch(new RegExp(`Page ${pages.length} of ${pages.length}`))
  expect(sheets.Summary!.some(([first]) => first?.value === 'Created')).toBe(true)
}
const squeezed = (text: string) => text.replaceAll(/\s+/g, '')

import type { Content, Definition } from 'pdfmake'
import { formatDay } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { formatNumber, isNumber, meaningsOf } from '#core/contract/report.ts'
import type { Layout, LayoutCell, LayoutTable } from './layout.ts'
import { chartsOf } from './pdfCharts.ts'
import type { TextRun } from './shown.ts'

const NAVY = '#15397e'
const SLATE = '#566378'
const RULE = '#d3dae5'
const SOFT = '#eff3fb'
/** Maximum size in points. */
const LOGO: [number, number] = [160, 44]

/** `note`: footer about characters that no font has. */
export type Print = { runsOf: (text: string) => TextRun[]; note: () => string }

export function definitionOf({ logo, ...report }: Layout, print: Print): Definition {
  const content = inFonts(contentOf({ ...report, ...(logo && { logo }) }), print) as Content[]
  const foot = inFonts(`${report.firm} · ${report.title} · created ${report.made}`, print) as Content
  const note = print.note()
  return {
    pageSize: 'LETTER',
    pageOrientation: 'landscape',
    pageMargins: [36, 40, 36, 48],
    info: { title: `${report.title}, ${report.range}`, author: report.firm, creator: 'Pursuit' },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15, color: '#172030' },
    styles: {
      title: { fontSize: 20, bold: true, color: NAVY },
      lead: { fontSize: 10.5, color: SLATE },
      heading: { fontSize: 13, bold: true, color: NAVY, margin: [0, 18, 0, 6] },
      head: { bold: true, color: NAVY },
      sum: { bold: true },
      figure: { fontSize: 17, bold: true, color: NAVY },
      label: { fontSize: 8.5, color: SLATE },
    },
    content,
    footer: (page, pages) => ({
      margin: [36, 16, 36, 0],
      columns: [
        { text: [foot, ...(note ? [` · ${note}`] : [])], style: 'label' },
        { text: `Page ${page} of ${pages}`, style: 'label', alignment: 'right', width: 80 },
      ],
    }),
  }
}

const contentOf = ({ logo, ...report }: Layout): Content[] => [
  ...(logo ? [{ image: logo, fit: LOGO, margin: [0, 0, 0, 10] } satisfies Content] : []),
  { text: report.title, style: 'title' },
  { text: report.range, style: 'lead', margin: [0, 2, 0, 0] },
  { text: `${report.firm} · all dates in ${report.zone} time`, style: 'lead', margin: [0, 1, 0, 14] },
  ...(report.lead ? [{ text: report.lead, fontSize: 11, margin: [0, 0, 0, 4] } satisfies Content] : []),
  ...(report.before
    ? [{ text: `Before: ${report.before}`, style: 'lead', margin: [0, 0, 0, 4] } satisfies Content]
    : []),
  ...(report.notes ?? []).map((note): Content => ({ text: note, style: 'lead', margin: [0, 0, 0, 4] })),
  ...(report.totals.length > 0 ? [figuresOf(report)] : []),
  ...chartsOf(report.charts ?? []),
  ...report.tables.flatMap(tableOf),
  ...meaningsIn(report),
]

function inFonts(content: Content, print: Print): Content {
  if (typeof content === 'string') {
    return { text: partsOf(content, print) }
  }
  if (Array.isArray(content)) return content.map((one) => inFonts(one, print))
  const printed = Object.entries(content).map(([name, value]) => [
    name,
    typeof value === 'string' && name === 'text'
      ? partsOf(value, print)
      : holds.has(name)
        ? inFonts(value as Content, print)
        : value,
  ])
  return Object.fromEntries(printed)
}
function partsOf(text: string, { runsOf }: Print): Content {
  const runs = runsOf(text)
  return runs.every(({ font }) => !font) ? runs.map((run) => run.text).join('') : runs
}

/** Properties of a block that contain text. */
const holds = new Set(['text', 'stack', 'columns', 'table', 'body'])

/** Explains each total and column, since print has no tooltips. */
function meaningsIn({ totals, tables }: Layout): Content[] {
  const said = meaningsOf(
    totals,
    tables.flatMap(({ columns }) => columns),
  )
  if (said.length === 0) return []
  return [
    { text: 'What these numbers mean', style: 'heading', headlineLevel: 1 },
    ...said.map(
      ([name, sentence]): Content => ({ text: [{ text: `${name}: `, bold: true }, sentence], fontSize: 8.5 }),
    ),
  ]
}

function figuresOf(report: Layout): Content {
  const { totals } = report
  return {
    table: {
      widths: totals.map(({ cell }) => (cell.kind === 'dollars' ? 120 : '*')),
      body: [
        totals.map(({ label, cell, before }) => ({
          stack: [
            { text: textOf(cell), style: 'figure' },
            { text: label, style: 'label' },
            ...(before && textOf(before) ? [{ text: `Previous period: ${textOf(before)}`, style: 'label' }] : []),
          ],
          fillColor: SOFT,
          margin: [10, 6, 4, 6],
        })),
      ],
    },
    layout: { hLineWidth: () => 0, vLineWidth: () => 0, paddingLeft: () => 0, paddingRight: () => 0 },
  }
}

/** A table too wide for the page is split. Each part repeats the columns that name a row. */
function tableOf(table: LayoutTable): Content[] {
  const { title, rows, empty } = table
  const heading: Content[] = title === '' ? [] : [{ text: title, style: 'heading', headlineLevel: 1 }]
  if (rows.length === 0) return [...heading, { text: empty, style: 'lead' }]
  return [
    ...heading,
    ...bandsOf(table.columns).flatMap((places, band): Content[] => [
      ...(band === 0 ? [] : [{ text: `${title}, continued`, style: 'heading', headlineLevel: 1 }]),
      bandOf(ofColumns(table, places)),
    ]),
  ]
}

const ofColumns = (table: LayoutTable, places: number[]): LayoutTable => {
  const of = <T>(cells: readonly T[]) => places.map((place) => cells[place]!)
  const { columns, rows, sums } = table
  return { ...table, columns: of(columns), rows: rows.map(of), ...(sums && { sums: of(sums) }) }
}

/** Repeats the header. Rows split only if taller than a page. */
function bandOf({ columns, rows, sums }: LayoutTable): Content {
  const { fontSize, gap } = looksOf(columns)
  const isRight = columns.map(({ kind }) => isNumber(kind))
  const cellOf = (text: string, column: number, style?: string) => ({
    text,
    style,
    alignment: isRight[column] ? 'right' : 'left',
  })
  return {
    table: {
      headerRows: 1,
      ...(rows.some(isTall) ? {} : { keepWithHeaderRows: 1, dontBreakRows: true }),
      widths: widthsOf(columns),
      body: [
        columns.map(({ head }, column) => cellOf(head, column, 'head')),
        ...rows.map((cells) => cells.map((cell, column) => cellOf(textOf(cell), column))),
        ...(sums ? [sums.map((cell, column) => cellOf(textOf(cell), column, 'sum'))] : []),
      ],
    },
    fontSize,
    layout: {
      hLineWidth: (line: number) => (line === 0 ? 0 : line === 1 ? 1 : 0.5),
      hLineColor: (line: number) => (line === 1 ? NAVY : RULE),
      vLineWidth: () => 0,
      paddingLeft: (column: number) => (column === 0 ? 0 : gap),
      paddingRight: () => gap,
      paddingTop: () => 4,
      paddingBottom: () => 4,
    },
  }
}

/** Points between the margins, and for a flexible column. */
const [PAGE, SHARED] = [720, 54]
/** From this many columns on, text is smaller, so that words don't break. */
const MANY = 10
const looksOf = (columns: LayoutTable['columns']) =>
  columns.length < MANY ? { fontSize: 9, gap: 6 } : { fontSize: 7.5, gap: 3 }

/** Scaled down evenly if they don't fit. */
function widthsOf(columns: LayoutTable['columns']): (number | '*')[] {
  const part = Math.min(1, partOf(columns))
  return columns.map(({ width }) => (width ? width * part : '*'))
}

/** Fraction of the requested widths that fits. */
function partOf(columns: LayoutTable['columns']): number {
  const fixed = columns.reduce((sum, { width }) => sum + (width ?? 0), 0)
  const shared = columns.filter(({ width }) => !width).length
  const room = PAGE - columns.length * 2 * looksOf(columns).gap - shared * SHARED
  return room / Math.max(1, fixed)
}

/** Below this fraction of its width, a column breaks words. */
const NARROWEST = 0.6

/** Column indexes per table. Text columns at the left repeat in each. */
function bandsOf(columns: LayoutTable['columns']): number[][] {
  const all = columns.map((_, place) => place)
  const fits = (places: number[]) => partOf(places.map((place) => columns[place]!)) >= 1
  if (partOf(columns) >= NARROWEST) return [all]
  const naming = columns.findIndex(({ kind }) => kind !== 'text')
  const names = all.slice(0, Math.max(1, naming))
  const bands = [[...names]]
  for (const place of all.slice(names.length)) {
    const last = bands.at(-1)!
    if (last.length > names.length && !fits([...last, place])) bands.push([...names, place])
    else last.push(place)
  }
  return bands
}

/** Conservative: characters per line, lines per page. */
const LETTERS = 140
const LINES = 32

/** A taller row than the page would be cut off. */
const isTall = (cells: readonly LayoutCell[]): boolean =>
  cells.some((cell) => {
    const lines = textOf(cell).split('\n')
    const wrapped = lines.map(({ length }) => Math.max(1, Math.ceil((length * cells.length) / LETTERS)))
    return wrapped.reduce((sum, count) => sum + count, 0) > LINES
  })

function textOf(cell: LayoutCell): string {
  switch (cell.kind) {
    case 'text':
      return cell.text
    case 'count':
    case 'decimal':
    case 'percent':
    case 'progress':
      return cell.count === null ? '' : formatNumber(cell.kind, cell.count)
    case 'dollars':
      return formatAmount(cell.amount)
    case 'day':
      return cell.day === null ? '' : formatDay(cell.day)
  }
}

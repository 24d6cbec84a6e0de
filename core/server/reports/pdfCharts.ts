// Vector versions of the on-screen charts, with text next to every color.
import type { Content } from 'pdfmake'
import {
  type Bars,
  barShapes,
  colorOf,
  type Donut,
  dashOf,
  donutShapes,
  formatPoints,
  highestFirst,
  type LineChartShape,
  lineShapes,
  percentsOf,
  SERIES,
} from '#core/contract/chartShapes.ts'
import type { Chart } from '#core/contract/report.ts'

const COLORS = ['#15397e', '#0b7673', '#a96903', '#66738a', '#6c90d9']
const [GRID, WORDS] = ['#d3dae5', '#566378']
/** Points. As wide as the page between its margins. */
const SIZE = { width: 700, height: 190 }
const DONUT = 110
const IN_A_ROW = 5

const color = (place: number) => COLORS[colorOf(place)]!

/** Places donuts side by side. */
export function chartsOf(charts: readonly Chart[]): Content[] {
  const donuts = charts.filter((chart) => chart.kind === 'donut')
  const rows = Array.from({ length: Math.ceil(donuts.length / IN_A_ROW) }, (_, at) =>
    donuts.slice(at * IN_A_ROW, (at + 1) * IN_A_ROW),
  )
  return [
    ...charts.flatMap((chart) => (chart.kind === 'donut' ? [] : [titled(chart)])),
    ...rows.map(
      (row): Content => ({ columns: row.map(donutOf), columnGap: 16, margin: [0, 12, 0, 0], unbreakable: true }),
    ),
  ]
}

function titled(chart: LineChartShape | Bars): Content {
  const drawn = chart.kind === 'lines' ? highestOf(chart) : chart
  return {
    unbreakable: true,
    margin: [0, 14, 0, 0],
    stack: [
      { text: wordsOver(chart), bold: true, fontSize: 11 },
      { columns: legendOf(drawn), columnGap: 14, margin: [0, 4, 0, 4] },
      { svg: drawn.kind === 'lines' ? linesSvg(drawn) : barsSvg(drawn), width: SIZE.width },
    ],
  }
}

/** The series that the screen shows by default. */
const highestOf = (chart: LineChartShape): LineChartShape => ({
  ...chart,
  series: highestFirst(chart).series.slice(0, SERIES),
})

function wordsOver(chart: LineChartShape | Bars): string {
  if (chart.kind === 'bars') return chart.title
  const { length } = chart.series
  return [chart.title, formatPoints(chart).each.toLowerCase(), length > SERIES ? `the ${SERIES} highest` : '']
    .filter(Boolean)
    .join(', ')
}

const legendOf = ({ kind, series }: LineChartShape | Bars): Content[] =>
  series.map(({ name }, place) => ({
    width: 'auto',
    columns: [
      {
        width: 22,
        svg:
          kind === 'lines'
            ? `<svg width="20" height="8"><line x1="1" x2="19" y1="4" y2="4" ${stroke(place)}/></svg>`
            : `<svg width="20" height="8"><rect x="4" width="8" height="8" fill="${color(place)}"/></svg>`,
      },
      { text: name, width: 'auto', fontSize: 8.5 },
    ],
  }))

const stroke = (place: number) =>
  `fill="none" stroke="${color(place)}" stroke-width="1.75"${dashOf(place) ? ` stroke-dasharray="${dashOf(place)}"` : ''}`

const svg = (inside: string) =>
  `<svg width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">${inside}</svg>`

type Axes = Pick<ReturnType<typeof lineShapes>, 'x' | 'y' | 'left' | 'right'>
const axes = ({ x, y, left, right }: Axes) =>
  [
    ...y.map(
      ({ at, label }) =>
        `<line x1="${left}" x2="${right}" y1="${at}" y2="${at}" stroke="${GRID}" stroke-width="0.5"/>${word(left - 8, at + 3, 'end', label)}`,
    ),
    ...x.map(({ at, label }) => word(at, SIZE.height - 6, 'middle', label)),
  ].join('')

const word = (x: number, y: number, anchor: string, label: string) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="8" fill="${WORDS}">${escaped(label)}</text>`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function linesSvg(chart: LineChartShape): string {
  const shapes = lineShapes(
    chart,
    SIZE,
    chart.series.map((_, place) => place),
  )
  return svg(
    axes(shapes) + shapes.lines.map(({ place, path }) => (path ? `<path d="${path}" ${stroke(place)}/>` : '')).join(''),
  )
}

function barsSvg(chart: Bars): string {
  const shapes = barShapes(chart, SIZE)
  const bars = shapes.bars.map(
    ({ place, x, y, width, height }) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${color(place)}"/>`,
  )
  return svg(axes(shapes) + bars.join(''))
}

function donutOf(chart: Donut): Content {
  const percents = percentsOf(chart.parts.map(({ count }) => count))
  const scale = DONUT / 152
  const paths = donutShapes(chart, 152).map(({ place, path }) => `<path d="${path}" fill="${color(place)}"/>`)
  return {
    stack: [
      { text: chart.title, bold: true, fontSize: 10 },
      { text: chart.of, style: 'label', margin: [0, 0, 0, 6] },
      {
        svg: `<svg width="${DONUT}" height="${DONUT}" viewBox="0 0 ${DONUT} ${DONUT}"><g transform="translate(${DONUT / 2} ${DONUT / 2}) scale(${scale})">${paths.join('')}</g></svg>`,
        width: DONUT,
      },
      ...chart.parts.map(
        ({ label, count }, place): Content => ({
          margin: [0, 4, 0, 0],
          columns: [
            { width: 12, svg: `<svg width="8" height="8"><rect width="8" height="8" fill="${color(place)}"/></svg>` },
            { text: label, fontSize: 8.5 },
            { text: `${count.toLocaleString('en-US')} · ${percents[place]}%`, fontSize: 8.5, width: 'auto' },
          ],
        }),
      ),
    ],
  }
}

// Positions a chart's shapes, identically on the screen and in PDFs. Pure.
import { scaleBand, scaleLinear } from 'd3-scale'
import { arc, curveMonotoneX, line, pie } from 'd3-shape'
import { formatDayShort } from './dates.ts'
import type { PointUnit } from './ranges.ts'
import type { Chart } from './report.ts'

export type LineChartShape = Extract<Chart, { kind: 'lines' }>
export type Bars = Extract<Chart, { kind: 'bars' }>
export type Donut = Extract<Chart, { kind: 'donut' }>

/** Colors repeat after five. Dashes then shift, so that each combination is unique. */
export const SERIES = 5
const dashes = ['', '7 3', '2 3', '10 3 2 3', '4 2']
export const dashOf = (place: number): string => dashes[(place + Math.floor(place / SERIES)) % SERIES]!
export const colorOf = (place: number): number => place % SERIES

/** Sorts series by latest value if there are too many to distinguish. */
export function highestFirst<L extends Pick<LineChartShape, 'series'>>(chart: L): L {
  if (chart.series.length <= SERIES) return chart
  const latest = ({ values }: LineChartShape['series'][number]) =>
    values.findLast((value) => value !== null) ?? -Infinity
  return { ...chart, series: chart.series.toSorted((a, b) => latest(b) - latest(a) || 0) }
}

const eachPoint: Record<PointUnit, string> = { day: '', week: 'Week by week', month: 'Month by month' }
const firstOfPoint: Record<PointUnit, string> = { day: 'Day', week: 'Week from', month: 'Month from' }
/** Names a point that isn't a day, and the heading of its first days. */
export const formatPoints = ({ unitOfDays = 'day' }: LineChartShape) => ({
  each: eachPoint[unitOfDays],
  head: firstOfPoint[unitOfDays],
})

type Size = { width: number; height: number }
/** Margins for axis labels, in points or pixels. */
const LEFT = 52
const RIGHT = 16
const TOP = 10
const BOTTOM = 24
const Y_TICKS = 4
const BAR_GAP = 0.3
/** Mean width of a letter, in points or pixels. */
const LETTER = 6.5

/** Source of the letters: the second specification, section 9. */
const letters = [
  [1e15, 'Q'],
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const

/** '0', '75', '$1.5M'. */
export function axisLabel(value: number, unit?: 'dollars'): string {
  const [size, letter] = letters.find(([size]) => Math.abs(value) >= size) ?? [1, '']
  return `${unit ? '$' : ''}${Number((value / size).toPrecision(3))}${letter}`
}

export type ChartAxes = {
  x: { at: number; label: string }[]
  y: { at: number; label: string }[]
  left: number
  right: number
}
export type LineShapes = ChartAxes & {
  lines: { place: number; path: string }[]
  yOf: (value: number) => number
}

/** `shown` holds the indexes of the series to draw. */
export function lineShapes(
  { days, series, max, unit }: LineChartShape,
  { width, height }: Size,
  shown: readonly number[],
): LineShapes {
  const values = shown.flatMap((place) => series[place]?.values ?? []).filter((value) => value !== null)
  const y = yScale(max ?? Math.max(1, ...values), height, max !== undefined)
  const x = scaleLinear([0, Math.max(1, days.length - 1)], [LEFT, width - RIGHT])
  const draw = line<number | null>()
    .defined((value) => value !== null)
    .x((_, at) => x(at))
    .y((value) => y(value ?? 0))
    .curve(curveMonotoneX)
  const every = Math.max(1, Math.ceil(days.length / Math.max(2, Math.floor(width / 110))))
  const last = days.at(-1) ?? ''
  return {
    ...axesOf(y, width, unit, max),
    x: days.flatMap((day, at) => (at % every === 0 ? [{ at: x(at), label: formatDayShort(day, last) }] : [])),
    lines: shown.map((place) => ({ place, path: draw([...(series[place]?.values ?? [])]) ?? '' })),
    yOf: y,
  }
}

export type BarShapes = ChartAxes & {
  bars: { place: number; label: string; value: number; x: number; y: number; width: number; height: number }[]
}

/** Keeps long names from overlapping. The gap between bars fits one more letter. */
const shortened = (label: string, room: number) =>
  label.length > room + 1 ? `${label.slice(0, room - 1).trimEnd()}…` : label

export function barShapes({ labels, series, unit }: Bars, { width, height }: Size): BarShapes {
  const y = yScale(Math.max(1, ...series.flatMap(({ values }) => values)), height, false)
  const x = scaleBand<number>(
    labels.map((_, at) => at),
    [LEFT, width - RIGHT],
  ).padding(BAR_GAP)
  const each = x.bandwidth() / Math.max(1, series.length)
  const every = Math.max(1, Math.ceil(labels.length / Math.max(2, Math.floor(width / 56))))
  const room = Math.max(4, Math.floor((every * x.step()) / LETTER) - 1)
  return {
    ...axesOf(y, width, unit),
    x: labels.flatMap((label, at) =>
      at % every === 0 ? [{ at: x(at)! + x.bandwidth() / 2, label: shortened(label, room) }] : [],
    ),
    bars: series.flatMap(({ values }, place) =>
      values.map((value, at) => ({
        place,
        label: labels[at] ?? '',
        value,
        x: x(at)! + place * each,
        y: y(value),
        width: Math.max(1, each - 1),
        height: y(0) - y(value),
      })),
    ),
  }
}

/** Source: the second specification, section 9. */
const DONUT_WIDTH = 40

/** Returns paths around the center, none for zero counts. */
export function donutShapes({ parts }: Donut, size: number): { place: number; path: string }[] {
  const around = pie<number>().sort(null)(parts.map(({ count }) => count))
  const draw = arc<(typeof around)[number]>()
    .innerRadius(size / 2 - DONUT_WIDTH)
    .outerRadius(size / 2)
    .padAngle(0.012)
  return around.flatMap((one, place) => (one.value > 0 ? [{ place, path: draw(one) ?? '' }] : []))
}

/** Returns whole percents that add up to 100, rounding up the largest remainders. */
export function percentsOf(counts: readonly number[]): number[] {
  const sum = counts.reduce((all, count) => all + count, 0)
  if (sum === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (100 * count) / sum)
  const floors = exact.map(Math.floor)
  const missing = 100 - floors.reduce((all, one) => all + one, 0)
  const first = exact
    .map((one, at) => [one - floors[at]!, at] as const)
    .sort((a, b) => b[0] - a[0] || a[1] - b[1])
    .slice(0, missing)
    .map(([, at]) => at)
  return floors.map((one, at) => (first.includes(at) ? one + 1 : one))
}

type Scale = ReturnType<typeof scaleLinear<number>>

function yScale(most: number, height: number, isFixed: boolean): Scale {
  const scale = scaleLinear([0, most], [height - BOTTOM, TOP])
  return isFixed ? scale : scale.nice(Y_TICKS)
}

function axesOf(y: Scale, width: number, unit: 'dollars' | undefined, max?: number): Omit<ChartAxes, 'x'> {
  const ticks = max === undefined ? y.ticks(Y_TICKS) : [0, 1, 2, 3, 4].map((part) => (part * max) / Y_TICKS)
  return {
    y: ticks.map((value) => ({ at: y(value), label: axisLabel(value, unit) })),
    left: LEFT,
    right: width - RIGHT,
  }
}

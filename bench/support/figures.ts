import { appendFileSync } from 'node:fs'

export type Figure = {
  name: string
  value: number
  unit: string
  /** The limit from QUALITY, and which side of it is good. Without one the figure is informational. */
  goal?: { most: number } | { least: number }
  /** The value it was compared with, or how it was measured. */
  detail?: string
}

export const isMet = ({ value, goal }: Figure): boolean | null =>
  goal === undefined ? null : 'most' in goal ? value <= goal.most : value >= goal.least

/** Also stores the figure for the run's table. */
export function print(figure: Figure): void {
  const kept = process.env.PURSUIT_BENCH_FIGURES
  if (kept) appendFileSync(kept, `${JSON.stringify(figure)}\n`)
  const { name, value, unit, goal, detail } = figure
  const met = isMet(figure)
  const mark = met === null ? ' ' : met ? '✓' : '✗'
  const bound = goal === undefined ? '' : 'most' in goal ? `goal ≤ ${goal.most}` : `goal ≥ ${goal.least}`
  console.log(
    `${mark} ${name.padEnd(64)} ${shown(value).padStart(8)} ${unit.padEnd(6)} ${bound.padEnd(14)} ${detail ?? ''}`.trimEnd(),
  )
}

/** A Markdown table with missed goals in bold. */
export function tableOf(figures: Figure[]): string {
  const lines = figures.map((figure) => {
    const { name, value, unit, goal, detail } = figure
    const bound = goal === undefined ? '' : 'most' in goal ? `≤ ${goal.most}` : `≥ ${goal.least}`
    const reached = isMet(figure) === false ? `**${shown(value)}**` : shown(value)
    return `| ${name} | ${[bound, bound && unit].filter(Boolean).join(' ')} | ${[reached, unit].filter(Boolean).join(' ')} | ${detail ?? ''} |`
  })
  return ['| figure | goal | reached | |', '|---|---|---|---|', ...lines].join('\n')
}

/** Rounds to three significant digits. */
export const shown = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
export const median = (values: number[]): number => percentile(values, 0.5)

// Reads chances from the cells of a file. A number is a percentage, unless all numbers of its column are fractions. Pure,
// so that the server and the screen read them alike.
import type { ChanceCounts, ImportColumn } from './contract.ts'

/** A file writes 60% as 60, or as 0.6. */
export type ChanceScale = 'percent' | 'fraction'

const written = /^(\d{1,9}(?:[.,]\d{1,9})?|[.,]\d{1,9})\s?(%)?$/

function partsOf(cell: string): { number: number; hasSign: boolean } | null {
  const found = cell.length > 20 ? null : written.exec(cell.trim())
  return found && { number: Number(found[1]!.replace(',', '.')), hasSign: found[2] !== undefined }
}

/** Without the last digits of binary fractions: 0.29 is 29, not 28.999…. */
const times100 = (fraction: number) => Math.round(fraction * 1e6) / 1e4

/** Returns percent, also above 100 and between tens, or null if the cell is no number. */
export function readChance(cell: string, scale: ChanceScale): number | null {
  const parts = partsOf(cell)
  if (!parts) return null
  return scale === 'fraction' && !parts.hasSign ? times100(parts.number) : parts.number
}

export const isInTens = (percent: number): boolean => percent % 10 === 0
/** Halves go up. */
export const nearestTen = (percent: number): number => Math.round(percent / 10) * 10

/** Returns the scale that the whole column proves: fractions need one below 1 and none above. */
export const scaleOf = (chances: ChanceCounts | undefined): ChanceScale =>
  chances && chances.fractions > 0 && chances.percents === 0 ? 'fraction' : 'percent'

/** Returns how many cells of a column need a person's decision, because they aren't in tens. */
export const unevenChances = ({ chances }: Pick<ImportColumn, 'chances'>): number =>
  chances ? (scaleOf(chances) === 'fraction' ? chances.uneven_fractions : chances.uneven_percents) : 0

export const noChances = (): ChanceCounts => ({
  all: 0,
  fractions: 0,
  percents: 0,
  uneven_percents: 0,
  uneven_fractions: 0,
})

/** Adds a cell to the counts of its column. */
export function countChance(counts: ChanceCounts, cell: string): void {
  const parts = partsOf(cell)
  if (!parts) return
  const { number, hasSign } = parts
  counts.all++
  if (hasSign || number > 1) counts.percents++
  else if (number > 0 && number < 1) counts.fractions++
  if (isUneven(number)) counts.uneven_percents++
  if (isUneven(readChance(cell, 'fraction')!)) counts.uneven_fractions++
}

/** Above 100, a cell is no chance, and rounding doesn't make it one. */
const isUneven = (percent: number) => percent <= 100 && !isInTens(percent)

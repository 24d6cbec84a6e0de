// A merged range of cells holds one value. Below the headings it is written into each of them.
import { importLimits } from '../mappingContract.ts'
import { filledColumns } from './headings.ts'
import type { Merged } from './sheetXml.ts'

const SHOWN = 60

export class Merges {
  #byTop = new Map<number, Merged[]>()
  #open: (Merged & { value: string; isUsed: boolean })[] = []
  #used = 0
  #first = ''

  constructor(merged: Merged[]) {
    for (const one of merged) this.#byTop.set(one.top, [...(this.#byTop.get(one.top) ?? []), one])
  }

  /** Returns a row's cells with the values of the ranges it belongs to. Rows must come in order. */
  fill(row: number, cells: string[]): string[] {
    if (this.#byTop.size === 0 && this.#open.length === 0) return cells
    // A single value merged across a row divides the table and doesn't belong to each column.
    const isDivider = filledColumns(cells) === 1 && this.#open.every(({ bottom }) => bottom < row)
    this.#open = this.#open.filter(({ bottom }) => bottom >= row)
    for (const merged of this.#byTop.get(row) ?? []) {
      const value = cells[merged.left - 1] ?? ''
      if (value.trim() !== '' && !isDivider) this.#open.push({ ...merged, value, isUsed: false })
    }
    this.#byTop.delete(row)
    if (this.#open.length === 0) return cells
    const filled = [...cells]
    for (const merged of this.#open)
      for (let column = merged.left; column <= Math.min(merged.right, importLimits.columns); column++) {
        while (filled.length < column) filled.push('')
        if (filled[column - 1]!.trim() !== '') continue
        filled[column - 1] = merged.value
        this.#note(merged)
      }
    return filled
  }

  #note(merged: { value: string; top: number; bottom: number; isUsed: boolean }): void {
    if (merged.isUsed) return
    merged.isUsed = true
    if (this.#used++ > 0) return
    const { top, bottom, value } = merged
    this.#first = `“${value.slice(0, SHOWN)}” in ${top === bottom ? `row ${top}` : `rows ${top} to ${bottom}`}`
  }

  notices(): string[] {
    if (this.#used === 0) return []
    return [
      this.#used === 1
        ? `The value of merged cells applies to all of them: ${this.#first}.`
        : `The values of ${this.#used.toLocaleString('en-US')} merged ranges apply to all of their cells, first ${this.#first}.`,
    ]
  }
}

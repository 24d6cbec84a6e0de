// Collects statistics of a file's columns while its rows stream through.
import { isEmail } from '#core/contract/fields.ts'
import { isPolluting } from '#core/contract/pollutingKeys.ts'
import { foreignCurrency, isMoney, isNoAmount, isTooLarge, notationEvidence } from '../amounts.ts'
import { dateEvidence, isErrorCell, readMonth } from '../cells.ts'
import { countChance, noChances } from '../chances.ts'
import type { ImportColumn } from '../contract.ts'
import { badFile } from './csv.ts'

const MOST_VALUES = 1000
/** Total number of characters of a column's distinct values that are stored. */
const MOST_TEXT = 40_000
const SAMPLES = 4
const SHOWN = 80

export type Heading = Pick<ImportColumn, 'header' | 'unnamed'>

export class ColumnCounter {
  #heading: Heading
  #firstRow: number | null = null
  #values: Map<string, number> | null = new Map()
  #text = 0
  #filled = 0
  #amounts = 0
  #noAmounts = 0
  #notations = { point: 0, comma: 0, either_comma: 0, either_point: 0 }
  #currencies = new Set<string>()
  #emails = 0
  #samples: string[] = []
  #dates = { iso: 0, mdy: 0, dmy: 0, either: 0 }
  #months = 0
  #chances = noChances()

  constructor(heading: Heading) {
    this.#heading = heading
  }

  see(cell: string, row: number): void {
    const value = cell.trim()
    if (value === '') return
    this.#firstRow ??= row
    this.#filled++
    if (this.#samples.length < SAMPLES && !this.#samples.includes(value.slice(0, SHOWN)))
      this.#samples.push(value.slice(0, SHOWN))
    if (isMoney(value)) this.#seeAmount(value)
    else if (isNoAmount(value) || isTooLarge(value) || isErrorCell(value)) this.#noAmounts++
    if (value.includes('@') && isEmail(value)) this.#emails++
    const evidence = dateEvidence(value)
    if (evidence) this.#dates[evidence]++
    else if (readMonth(value)) this.#months++
    countChance(this.#chances, value)
    this.#count(value)
  }

  #seeAmount(value: string): void {
    this.#amounts++
    const evidence = notationEvidence(value)
    if (evidence) this.#notations[evidence]++
    const currency = foreignCurrency(value)
    if (currency !== '' && this.#currencies.size < SAMPLES) this.#currencies.add(currency)
  }

  #count(value: string): void {
    if (!this.#values) return
    const known = this.#values.get(value)
    if (known === undefined) this.#text += value.length
    this.#values.set(value, (known ?? 0) + 1)
    if (this.#values.size > MOST_VALUES || this.#text > MOST_TEXT) this.#values = null
  }

  result(): ImportColumn {
    const values =
      this.#values &&
      [...this.#values]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    return {
      ...this.#heading,
      first_row: this.#firstRow,
      filled: this.#filled,
      samples: this.#samples,
      values,
      amounts: this.#amounts,
      no_amounts: this.#noAmounts,
      notations: this.#notations,
      currencies: [...this.#currencies],
      emails: this.#emails,
      dates: this.#dates,
      months: this.#months,
      chances: this.#chances,
    }
  }
}

/** Distinguishes columns with missing or equal names by position, and adds a notice about it. */
export function nameColumns(header: string[]): { columns: Heading[]; notices: string[] } {
  const names = header.map((cell) => cell.trim().slice(0, 100))
  const polluting = names.find(isPolluting)
  if (polluting !== undefined)
    throw badFile(`A column can’t be called “${polluting}”. Rename it and upload the file again.`)
  const isTwice = (name: string) => names.filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1
  const columns = names.map((name, i) => ({
    header: name === '' ? `Column ${i + 1}` : isTwice(name) ? `${name} (column ${i + 1})` : name,
    unnamed: name === '',
  }))
  const twice = [...new Set(names.filter((name) => name !== '' && isTwice(name)))]
  const notices = twice.map((name) => `More than one column is named “${name},” so we show each one’s position.`)
  return { columns, notices }
}

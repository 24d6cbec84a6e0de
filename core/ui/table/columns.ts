// What a table shows of its rows, as data.
import type { ReactNode } from 'react'

/** Where a column stands on a phone, where a row is a card; 'label': as 'Head: value'. */
type OnCard = 'title' | 'line' | 'label' | 'aside' | 'none'

export type TableColumn<R> = {
  key: string
  head: string
  /** `below`: how many lines stand below it. */
  cell: (row: R, below: number) => ReactNode
  /** Stands at the right, in figures of one width. */
  isNumber?: boolean
  /** With it the head sorts; null and an empty text come last. */
  sortBy?: (row: R) => string | number | null
  /** What a short head stands for: shown on pointing at it, read in its place. */
  title?: string
  /** What stands there, in a sentence: behind an 'i' in the head. */
  about?: string
  /** As CSS: '20%', '140px'. Without one for any column, the columns share the width as their contents need it. */
  width?: string
  /** A head over this one and its neighbors with the same. */
  over?: string
  /** Its cells are marks that fill them, a check or a part, and at least so many pixels wide. */
  mark?: number
  /** In the line that stands for a group of rows. */
  ofGroup?: (rows: R[]) => ReactNode
  /** In the last line, which sums up. */
  sum?: ReactNode
  /** Without it the first column is the title, the others are labelled. */
  onCard?: OnCard
}

export type ColumnGroups<R> = {
  of: (row: R) => string
  /** They begin folded. */
  areFolded?: boolean
}

export type TableProps<R> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly TableColumn<R>[]
  /** Undefined until they are here. */
  rows: readonly R[] | undefined
  /** They are not here and can't be had: whoever shows the table says why. */
  isMissing?: boolean
  keyOf: (row: R) => string
  /** How a row is called where one of it is spoken of: 'Choose Dana Reyes'. */
  nameOf?: (row: R) => string
  /** The column whose order the rows have at first. */
  firstBy?: { key: string; isDescending?: boolean }
  /** Is told the order that the rows are in. */
  onOrder?: ((order: ColumnOrder | null) => void) | undefined
  /** The rows are still those of another question. */
  isBusy?: boolean
  /** There is more to be asked for. Nothing can be sorted here then: the order is whose who hands them out. */
  onMore?: (() => Promise<void>) | undefined
  /** The rows come in pages, by their places among all there are; `rows` are then those that are here from the first on. Scrolls in a frame: `steady`. */
  paged?: Paged<R> | undefined
  /** Instead of no rows. */
  empty?: ReactNode
  /** What opens below a row; undefined where nothing does. */
  moreOf?: (row: R) => ReactNode
  groups?: ColumnGroups<R>
  chosen?: Chosen<R>
  /** Scrolls in a frame of its own; so many columns stay where they are. */
  steady?: number
  /** Stays a table on a phone. */
  isMatrix?: boolean
}

/** By the key of a column. */
export type ColumnOrder = { key: string; isDescending: boolean }

export type Paged<R> = {
  /** Of all rows, here or not. */
  count: number
  /** Undefined until it is here. */
  rowAt: (place: number) => R | undefined
  /** These are in sight: those that are not here are asked for. Places, both included. */
  want: (first: number, last: number) => void
  /** Whoever hands them out has them in this order; null for the one they come in. */
  order: ColumnOrder | null
  setOrder: (order: ColumnOrder | null) => void
  /** Asks for the next of those that are here from the first on. */
  more: () => Promise<void>
  /** The columns that they can be in the order of. */
  canOrder: (key: string) => boolean
}

/** The rows with which something is done; they stay chosen while others are shown. */
export type Chosen<R> = {
  rows: readonly R[]
  has: (row: R) => boolean
  choose: (rows: readonly R[], isIn: boolean) => void
  clear: () => void
}

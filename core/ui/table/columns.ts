import type { ReactNode } from 'react'

/** Position on a phone's card. 'label' means 'Head: value'. */
type OnCard = 'title' | 'line' | 'label' | 'aside' | 'none'

export type TableColumn<R> = {
  key: string
  head: string
  /** `below` is the number of rows below it. */
  cell: (row: R, below: number) => ReactNode
  /** Right-aligned with tabular figures. */
  isNumber?: boolean
  /** Makes the column sortable. Null and empty text come last. */
  sortBy?: (row: R) => string | number | null
  /** Tooltip and screen reader name of a short header. */
  title?: string
  /** Shown behind an 'i' in the header. */
  about?: string
  /** CSS width. If no column has one, they size to their content. */
  width?: string
  /** A common header over neighboring columns with the same text. */
  over?: string
  /** Minimum width in pixels of a column whose cells are marks. */
  mark?: number
  /** Cell in a group's line. */
  ofGroup?: (rows: R[]) => ReactNode
  /** Cell in the line of totals. */
  sum?: ReactNode
  /** By default, the first column is the title and the others are labeled. */
  onCard?: OnCard
}

export type ColumnGroups<R> = {
  of: (row: R) => string
  /** Groups start collapsed. */
  areFolded?: boolean
}

export type TableProps<R> = {
  label: string
  columns: readonly TableColumn<R>[]
  /** Undefined until they have loaded. */
  rows: readonly R[] | undefined
  /** The rows can't be loaded. The parent shows the reason. */
  isMissing?: boolean
  keyOf: (row: R) => string
  /** Name in labels: 'Choose Dana Reyes'. */
  nameOf?: (row: R) => string
  /** The initial order. */
  firstBy?: { key: string; isDescending?: boolean }
  onOrder?: ((order: ColumnOrder | null) => void) | undefined
  /** The rows still belong to the previous request. */
  isBusy?: boolean
  /** Disables sorting, because the server sets the order. */
  onMore?: (() => Promise<void>) | undefined
  /** For rows that load in pages. `rows` contains those loaded from the first on without gaps. Requires `steady`. */
  paged?: Paged<R> | undefined
  /** Shown without rows. */
  empty?: ReactNode
  /** The content a row expands to. */
  moreOf?: (row: R) => ReactNode
  groups?: ColumnGroups<R>
  chosen?: Chosen<R>
  /** Number of fixed columns in a scrolling frame. */
  steady?: number
  /** Stays a table on a phone. */
  isMatrix?: boolean
}

/** `key` is the key of a column. */
export type ColumnOrder = { key: string; isDescending: boolean }

export type Paged<R> = {
  /** Number of all rows, loaded or not. */
  count: number
  /** Undefined until it has loaded. */
  rowAt: (place: number) => R | undefined
  /** Requests missing rows. Positions, both included. */
  want: (first: number, last: number) => void
  /** The server's order, or null for its default. */
  order: ColumnOrder | null
  setOrder: (order: ColumnOrder | null) => void
  /** Continues after the rows loaded from the first on. */
  more: () => Promise<void>
  /** Returns whether the server can sort by this column. */
  canOrder: (key: string) => boolean
}

/** Rows stay selected while others are shown. */
export type Chosen<R> = {
  rows: readonly R[]
  has: (row: R) => boolean
  choose: (rows: readonly R[], isIn: boolean) => void
  clear: () => void
}

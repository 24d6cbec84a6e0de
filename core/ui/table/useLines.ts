import {
  type ColumnDef,
  type ExpandedState,
  getCoreRowModel,
  getExpandedRowModel,
  getGroupedRowModel,
  getSortedRowModel,
  type Row,
  type SortingFn,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { compared, inOrderOf, sortValue } from '#core/contract/rowOrder.ts'
import type { ColumnOrder, TableColumn, TableProps } from './columns.ts'

export type Sorted = 'ascending' | 'descending' | undefined

export type TableLine<R> = {
  key: string
  /** Null: a line that stands for `rows`. */
  row: R | null
  rows: R[]
  group: string
  isOpen: boolean
  toggle: () => void
  /** How many lines stand below it. */
  below: number
}
export type TableLines<R> = {
  lines: TableLine<R>[]
  /** Of rows that come in pages: null for one that is not here yet. */
  lineAt?: (place: number) => TableLine<R> | null
  sortedBy: (column: TableColumn<R>) => Sorted
  /** Undefined where the column can't be sorted by. */
  sort: (column: TableColumn<R>) => (() => void) | undefined
}

/** Up, then down. The rows keep an order once they have one, so that an arrow always shows it. */
export const nextOrder = (order: ColumnOrder | null, key: string): ColumnOrder => ({
  key,
  isDescending: order?.key === key && !order.isDescending,
})

const GROUP = 'group'
const grouping = [GROUP]
const none: never[] = []

const byValue: SortingFn<unknown> = (a, b, column) => compared(a.getValue(column), b.getValue(column))

function inOrder<R>(rows: readonly R[], columns: readonly TableColumn<R>[], [rule]: SortingState): readonly R[] {
  const sortBy = columns.find(({ key }) => key === rule?.id)?.sortBy
  return rule && sortBy ? inOrderOf(rows, sortBy, rule.desc) : rows
}

/**
 * Rows as they are shown: sorted, in groups, with what is open. Only groups are made by the table's library: it needs two kilobytes and dozens of
 * functions for a row, and a second for a hundred thousand.
 */
export function useLines<R>({
  rows,
  columns,
  keyOf,
  onMore,
  groups,
  firstBy,
  paged,
  onOrder,
}: TableProps<R>): TableLines<R> {
  const [sorting, setSorting] = useState<SortingState>(
    firstBy ? [{ id: firstBy.key, desc: firstBy.isDescending ?? false }] : [],
  )
  const [own] = onMore ? none : sorting
  const order = paged ? paged.order : own ? { key: own.id, isDescending: own.desc } : null
  const orderSaid = JSON.stringify(order)
  useEffect(() => onOrder?.(JSON.parse(orderSaid)), [onOrder, orderSaid])
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const areOpen = groups !== undefined && !groups.areFolded
  const isOpen = (row: Row<R>) => toggled.has(row.id) !== (row.getIsGrouped() && areOpen)
  // Another object, so that the rows are gone through again; what is open is asked of `isOpen`.
  const expanded = useMemo((): ExpandedState => Object.fromEntries(['', ...toggled].map((id) => [id, true])), [toggled])
  const columnDefs = useMemo((): ColumnDef<R>[] => {
    const shown = columns.map(
      ({ key, sortBy }): ColumnDef<R> => ({
        id: key,
        ...(sortBy && { accessorFn: (row: R) => sortValue(sortBy(row)) ?? undefined }),
        sortUndefined: 'last',
        sortingFn: byValue as SortingFn<R>,
        sortDescFirst: false,
      }),
    )
    return groups ? [...shown, { id: GROUP, accessorFn: groups.of }] : shown
  }, [columns, groups])
  const table = useReactTable<R>({
    data: (groups && (rows as R[] | undefined)) ?? none,
    columns: columnDefs,
    getRowId: keyOf,
    state: { sorting: onMore ? none : sorting, grouping: groups ? grouping : none, expanded },
    groupedColumnMode: false,
    // What is open is kept here; a reset would draw the table again after each drawing.
    autoResetAll: false,
    getIsRowExpanded: isOpen,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getGroupedRowModel: getGroupedRowModel(),
    getExpandedRowModel: getExpandedRowModel(),
  })
  const toggle = useCallback(
    (id: string) => setToggled((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id])),
    [],
  )
  const isPaged = paged !== undefined
  const ungrouped = useMemo(
    () => (groups ? none : inOrder(rows ?? none, columns, onMore || isPaged ? none : sorting)),
    [groups, rows, columns, sorting, onMore, isPaged],
  )
  const ungroupedLines = useMemo(
    () =>
      ungrouped.map((row, place): TableLine<R> => {
        const key = keyOf(row)
        const [isOpen, below] = [toggled.has(key), ungrouped.length - 1 - place]
        return { key, row, rows: [row], group: '', isOpen, toggle: () => toggle(key), below }
      }),
    [ungrouped, keyOf, toggled, toggle],
  )
  const groupedLines = (): TableLine<R>[] =>
    table.getRowModel().rows.map((row, place, all) => ({
      key: row.id,
      row: row.getIsGrouped() ? null : row.original,
      rows: row.getLeafRows().map(({ original }) => original),
      group: row.getIsGrouped() ? String(row.groupingValue) : '',
      isOpen: isOpen(row),
      toggle: () => toggle(row.id),
      below: all.length - 1 - place,
    }))
  if (paged)
    return {
      lines: ungroupedLines,
      lineAt(place) {
        const row = paged.rowAt(place)
        if (row === undefined) return null
        const key = keyOf(row)
        return {
          key,
          row,
          rows: [row],
          group: '',
          isOpen: toggled.has(key),
          toggle: () => toggle(key),
          below: paged.count - 1 - place,
        }
      },
      sortedBy: ({ key }) =>
        paged.order?.key === key ? (paged.order.isDescending ? 'descending' : 'ascending') : undefined,
      sort: ({ key }) => (paged.canOrder(key) ? () => paged.setOrder(nextOrder(paged.order, key)) : undefined),
    }
  return {
    lines: groups ? groupedLines() : ungroupedLines,
    sortedBy: ({ key }) => {
      const found = onMore ? undefined : sorting.find(({ id }) => id === key)
      return found && (found.desc ? 'descending' : 'ascending')
    },
    sort: ({ key, sortBy }) =>
      sortBy && !onMore
        ? () => {
            const next = nextOrder(order, key)
            setSorting([{ id: key, desc: next.isDescending }])
          }
        : undefined,
  }
}

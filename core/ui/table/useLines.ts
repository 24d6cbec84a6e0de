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
  /** Null for a line that represents a group. */
  row: R | null
  rows: R[]
  group: string
  isOpen: boolean
  toggle: () => void
  /** Number of lines below it. */
  below: number
}
export type TableLines<R> = {
  lines: TableLine<R>[]
  /** Null if the row hasn't loaded. */
  lineAt?: (place: number) => TableLine<R> | null
  sortedBy: (column: TableColumn<R>) => Sorted
  /** Undefined if the column can't be sorted. */
  sort: (column: TableColumn<R>) => (() => void) | undefined
}

/** Sorted rows are never unsorted, so that an arrow always shows their order. */
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
 * The table library only groups, because it needs two kilobytes and dozens of functions per row, and a second for a
 * hundred thousand rows.
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
  // A new object makes the library process the rows again.
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
    // An automatic reset would rerender the table after each render.
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

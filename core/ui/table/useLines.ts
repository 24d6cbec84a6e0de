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
import { useMemo, useState } from 'react'
import type { Column, TableProps } from './columns.ts'

export type Sorted = 'ascending' | 'descending' | undefined

export type Line<R> = {
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
export type Lines<R> = {
  lines: Line<R>[]
  sortedBy: (column: Column<R>) => Sorted
  /** Undefined where the column can't be sorted by. */
  sort: (column: Column<R>) => (() => void) | undefined
}

const GROUP = 'group'
const grouping = [GROUP]
const none: never[] = []

const byValue: SortingFn<unknown> = (a, b, column) => {
  const [one, other] = [a.getValue(column), b.getValue(column)]
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), 'en', { numeric: true })
}

/** Rows as they are shown: sorted, in groups, with what is open. */
export function useLines<R>({ rows, columns, keyOf, onMore, groups, firstBy }: TableProps<R>): Lines<R> {
  const [sorting, setSorting] = useState<SortingState>(
    firstBy ? [{ id: firstBy.key, desc: firstBy.isDescending ?? false }] : [],
  )
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const areOpen = groups !== undefined && !groups.areFolded
  const isOpen = (row: Row<R>) => toggled.has(row.id) !== (row.getIsGrouped() && areOpen)
  // Another object, so that the rows are gone through again; what is open is asked of `isOpen`.
  const expanded = useMemo((): ExpandedState => Object.fromEntries(['', ...toggled].map((id) => [id, true])), [toggled])
  const columnDefs = useMemo((): ColumnDef<R>[] => {
    const shown = columns.map(
      ({ key, sortBy }): ColumnDef<R> => ({
        id: key,
        ...(sortBy && { accessorFn: (row: R) => sortBy(row) ?? undefined }),
        sortUndefined: 'last',
        sortingFn: byValue as SortingFn<R>,
        sortDescFirst: false,
      }),
    )
    return groups ? [...shown, { id: GROUP, accessorFn: groups.of }] : shown
  }, [columns, groups])
  const table = useReactTable<R>({
    data: (rows as R[] | undefined) ?? none,
    columns: columnDefs,
    getRowId: keyOf,
    state: { sorting: onMore ? none : sorting, grouping: groups ? grouping : none, expanded },
    onSortingChange: setSorting,
    groupedColumnMode: false,
    // What is open is kept here; a reset would draw the table again after each drawing.
    autoResetAll: false,
    getIsRowExpanded: isOpen,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    getGroupedRowModel: getGroupedRowModel(),
    getExpandedRowModel: getExpandedRowModel(),
  })
  const toggle = (id: string) =>
    setToggled((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  return {
    lines: table.getRowModel().rows.map((row, place, all) => ({
      key: row.id,
      row: row.getIsGrouped() ? null : row.original,
      rows: row.getLeafRows().map(({ original }) => original),
      group: row.getIsGrouped() ? String(row.groupingValue) : '',
      isOpen: isOpen(row),
      toggle: () => toggle(row.id),
      below: all.length - 1 - place,
    })),
    sortedBy: ({ key }) => {
      const found = onMore ? undefined : sorting.find(({ id }) => id === key)
      return found && (found.desc ? 'descending' : 'ascending')
    },
    sort: ({ key, sortBy }) =>
      sortBy && !onMore ? () => table.getColumn(key)?.toggleSorting(undefined, false) : undefined,
  }
}

import { useMemo } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { formatCell } from '#core/contract/formatCell.ts'
import { type CellValue, isNumber, type ReportTable } from '#core/contract/report.ts'
import type { ColumnOrder, Paged, TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import s from '../panels/Panel.module.css'

type Row = { key: string; cells: CellValue[]; paths: (string | null)[] }
type Props<F> = {
  table: ReportTable<F>
  facts: F
  /** The title would repeat the report's. */
  isAlone?: boolean
  /** From `usePages`. */
  paged?: Paged<object> | undefined
  onOrder?: ((order: ColumnOrder | null) => void) | undefined
  /** Keys of the columns to show first. */
  lead?: readonly string[]
}

const noLead: readonly string[] = []

/** Headers explain their columns, and figures with rows behind them are links. */
export function ReportTableView<F>({ table, facts, isAlone, paged, onOrder, lead = noLead }: Props<F>) {
  const rows = useMemo(() => rowsOf(table, facts), [table, facts])
  const made = useMemo(() => new WeakMap<object, Row>(), [])
  const pagedRows = useMemo(() => paged && cellsOfPages(table, facts, paged, made), [table, facts, paged, made])
  const columns = useMemo(() => led(columnsOf(table, facts), lead), [table, facts, lead])
  return (
    <>
      {!isAlone && <h2 className="title mt20 mb8">{table.title}</h2>}
      {rows.length === 0 ? (
        <p className={`dim ${s.quiet}`}>{table.empty}</p>
      ) : (
        <Table
          label={table.title}
          columns={columns}
          rows={rows}
          keyOf={({ key }) => key}
          steady={1}
          paged={pagedRows}
          onOrder={onOrder}
        />
      )}
    </>
  )
}

function rowsOf<F>(table: ReportTable<F>, facts: F, first = 0): Row[] {
  const paths = table.paths(facts)
  return table.rows(facts).map((cells, index) => ({ key: String(first + index), cells, paths: paths[index]! }))
}

/** The same for one row at a time. */
function cellsOfPages<F>(
  table: ReportTable<F>,
  facts: F,
  paged: Paged<object>,
  made: WeakMap<object, Row>,
): Paged<Row> {
  return {
    ...paged,
    rowAt(place) {
      const row = paged.rowAt(place)
      if (!row) return
      const before = made.get(row)
      if (before) return before
      const [cells] = rowsOf(table, { ...facts, rows: [row] }, place)
      made.set(row, cells!)
      return cells
    },
  }
}

/** The other columns keep their order. */
function led<R>(columns: TableColumn<R>[], lead: readonly string[]): TableColumn<R>[] {
  const placeOf = ({ key }: TableColumn<R>) => (lead.includes(key) ? lead.indexOf(key) : lead.length)
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b))
}

const columnsOf = <F,>(table: ReportTable<F>, facts: F): TableColumn<Row>[] => {
  const shown = table.columns(facts)
  const hasSums = shown.some(({ sum }) => sum)
  return shown.map(({ key, head, kind, sentence, sum }, index) => ({
    key: key ?? head,
    head,
    about: sentence,
    isNumber: isNumber(kind),
    sortBy: ({ cells }) => cells[index] ?? null,
    cell: ({ cells, paths }) => {
      const said = formatCell(kind, cells[index] ?? null)
      const path = paths[index]
      // A zero has no rows to show.
      return path && said && cells[index] !== 0 ? (
        <Link to={path} className="opens semi">
          {said}
        </Link>
      ) : (
        said
      )
    },
    ...(hasSums && { sum: sum ? formatCell(kind, sum(facts)) : index === 0 ? 'Total' : '' }),
  }))
}

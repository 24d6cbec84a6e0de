import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type CellValue, isNumber, type ReportTable } from '#core/contract/report.ts'
import { sayCell } from '#core/contract/sayCell.ts'
import type { Column } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import s from '../panels/Panel.module.css'

type Row = { key: string; cells: CellValue[]; paths: (string | null)[] }
type Props<F> = {
  table: ReportTable<F>
  facts: F
  /** The report's only table: its title would say the report's again. */
  isAlone?: boolean
}

/** A table of a report: every head says what stands below it, and each figure that opens something is a link. */
export function ReportTableView<F>({ table, facts, isAlone }: Props<F>) {
  const rows = useMemo((): Row[] => {
    const paths = table.paths(facts)
    return table.rows(facts).map((cells, index) => ({ key: String(index), cells, paths: paths[index]! }))
  }, [table, facts])
  const columns = useMemo(() => columnsOf(table, facts), [table, facts])
  return (
    <>
      {!isAlone && <h2 className={s.heading}>{table.title}</h2>}
      {rows.length === 0 ? (
        <p className={s.quiet}>{table.empty}</p>
      ) : (
        <Table label={table.title} columns={columns} rows={rows} keyOf={({ key }) => key} steady={1} />
      )}
    </>
  )
}

const columnsOf = <F,>(table: ReportTable<F>, facts: F): Column<Row>[] => {
  const shown = table.columns(facts)
  const hasSums = shown.some(({ sum }) => sum)
  return shown.map(({ head, kind, sentence, sum }, index) => ({
    key: head,
    head,
    about: sentence,
    isNumber: isNumber(kind),
    sortBy: ({ cells }) => cells[index] ?? null,
    cell: ({ cells, paths }) => {
      const said = sayCell(kind, cells[index] ?? null)
      const path = paths[index]
      // Behind none there is nothing to see.
      return path && said && cells[index] !== 0 ? (
        <Link to={path} className={s.link}>
          {said}
        </Link>
      ) : (
        said
      )
    },
    ...(hasSums && { sum: sum ? sayCell(kind, sum(facts)) : index === 0 ? 'In all' : '' }),
  }))
}

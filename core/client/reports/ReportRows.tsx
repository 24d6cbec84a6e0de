import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type CellValue, isNumber, type ReportTable } from '#core/contract/report.ts'
import type { Column } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import s from '../panels/Panel.module.css'
import { sayCell } from './sayCell.ts'

type Row = { key: string; cells: CellValue[]; paths: (string | null)[] }

/** On asking, the rows that the sums of a report are made of. */
export function ReportRows<F>({ table, facts }: { table: ReportTable<F>; facts: F }) {
  const [isOpen, setOpen] = useState(false)
  const rows = useMemo((): Row[] => {
    const paths = table.paths(facts)
    return table.rows(facts).map((cells, index) => ({ key: String(index), cells, paths: paths[index]! }))
  }, [table, facts])
  const columns = useMemo(() => columnsOf(table, facts), [table, facts])
  if (rows.length === 0) return <p className={s.quiet}>{table.empty}</p>
  return (
    <>
      <UnstyledButton className={s.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide' : 'Show'} the {table.title}
        <IconChevronDown size={16} stroke={1.75} aria-hidden />
      </UnstyledButton>
      {isOpen && <Table label={table.title} columns={columns} rows={rows} keyOf={({ key }) => key} steady={1} />}
    </>
  )
}

const columnsOf = <F,>(table: ReportTable<F>, facts: F): Column<Row>[] => {
  const hasSums = table.columns.some(({ sum }) => sum)
  return table.columns.map(({ head, kind, sentence, sum }, index) => ({
    key: head,
    head,
    about: sentence,
    isNumber: isNumber(kind),
    sortBy: ({ cells }) => cells[index] ?? null,
    cell: ({ cells, paths }) => {
      const said = sayCell(kind, cells[index] ?? null)
      const path = paths[index]
      return path && said ? (
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

import { type ReactNode, useMemo } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { Meanings } from '#core/client/reports/Meanings.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { fullNameOf } from '#core/contract/names.ts'
import { IN_NO_GROUP, NO_DATA, type ViewerFacts } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import type { PersonProgressRow } from '../contract.ts'
import s from './Matrix.module.css'

type Person = Pick<PersonProgressRow, 'group' | 'user_id' | 'first_name' | 'last_name' | 'open'>
type Props<R extends Person, F extends ViewerFacts & { rows: R[] }> = Pick<ReportScreenProps<F>, 'report' | 'facts'> & {
  /** Columns after the person's name. */
  columns: readonly TableColumn<R>[]
  /** Content below the name. The function must keep its identity. */
  below?: ((row: R) => ReactNode) | undefined
}

/** Shows people by group with a mark per column. A name opens the person's worksheets if the reader has permission. */
export function PeopleMatrix<R extends Person, F extends ViewerFacts & { rows: R[] }>({
  report,
  facts,
  columns,
  below,
}: Props<R, F>) {
  const all = useMemo(() => [user(below), ...columns], [below, columns])
  return (
    <>
      <Table
        label={report.title}
        columns={all}
        rows={facts.rows}
        keyOf={({ group, user_id }) => `${group} ${user_id}`}
        groups={{ of: ({ group }) => group || IN_NO_GROUP }}
        empty={<EmptyState title={NO_DATA} />}
        steady={1}
        isMatrix
      />
      <Meanings report={report} facts={facts} />
    </>
  )
}

const user = <R extends Person>(below: Props<R, never>['below']): TableColumn<R> => ({
  key: 'user',
  head: 'User',
  width: '148px',
  cell: (row) => (
    <>
      {row.open ? (
        <Link to={row.open.path} className={`medium link ${s.name}`}>
          {fullNameOf(row)}
        </Link>
      ) : (
        <span className="medium">{fullNameOf(row)}</span>
      )}
      {below?.(row)}
    </>
  ),
  sortBy: fullNameOf,
})

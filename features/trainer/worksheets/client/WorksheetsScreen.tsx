import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import type { Column } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import s from '../../progress/client/Matrix.module.css'
import { MatrixMark } from '../../progress/client/MatrixMark.tsx'
import { userWorksheetsPath } from '../../progress/reportContract.ts'
import type { WorksheetsFacts, WorksheetsRow } from '../reportContract.ts'

/** Which worksheets each person has answered, by group. */
export function WorksheetsScreen({ facts }: ReportScreenProps<WorksheetsFacts>) {
  const columns = useMemo(() => columnsOf(facts), [facts])
  return (
    <Table
      label="Worksheets"
      columns={columns}
      rows={facts.rows}
      keyOf={({ group, user_id }) => `${group} ${user_id}`}
      groups={{ of: ({ group }) => group || 'In no group' }}
      empty={<EmptyState title={NO_DATA} />}
      steady={1}
      isMatrix
    />
  )
}

const columnsOf = ({ worksheets }: WorksheetsFacts): Column<WorksheetsRow>[] => [
  {
    key: 'user',
    head: 'User',
    width: '148px',
    cell: (row) => (
      <Link to={userWorksheetsPath(row.user_id)} className={s.name}>
        {fullNameOf(row)}
      </Link>
    ),
    sortBy: fullNameOf,
  },
  ...worksheets.map(
    ({ id, lesson }, at): Column<WorksheetsRow> => ({
      key: id,
      head: lesson,
      mark: 100,
      cell: (row) => (
        <MatrixMark
          name={lesson}
          percent={row.worksheets[at]?.completed === 'YES' ? 100 : 0}
          words={{ all: 'answered', none: 'not answered' }}
        />
      ),
    }),
  ),
]

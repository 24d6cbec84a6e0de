import { useMemo } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { MatrixMark } from '../../progress/client/MatrixMark.tsx'
import { PeopleMatrix } from '../../progress/client/PeopleMatrix.tsx'
import type { WorksheetsFacts, WorksheetsRow } from '../reportContract.ts'

export function WorksheetsScreen({ report, facts }: ReportScreenProps<WorksheetsFacts>) {
  const columns = useMemo(() => columnsOf(facts), [facts])
  return <PeopleMatrix report={report} facts={facts} columns={columns} />
}

const columnsOf = ({ worksheets }: WorksheetsFacts) =>
  worksheets.map(
    ({ id, lesson }, at): TableColumn<WorksheetsRow> => ({
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
  )

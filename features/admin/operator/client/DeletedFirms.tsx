import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { formatDay } from '#core/contract/dates.ts'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { number } from '../../client/labels.ts'
import p from '../../people/client/People.module.css'
import type { DeletedFirm } from '../contract.ts'
import { deletedFirmsQuery } from '../queries.ts'

const columns: readonly TableColumn<DeletedFirm>[] = [
  { key: 'name', head: 'Name', cell: ({ name }) => <strong>{name}</strong> },
  { key: 'asked', head: 'Requested', width: '140px', cell: ({ asked_at }) => formatDay(asked_at.slice(0, 10)) },
  {
    key: 'gone',
    head: 'Deleted',
    width: '140px',
    cell: ({ finished_at }) => (finished_at ? formatDay(finished_at.slice(0, 10)) : 'In progress'),
  },
  { key: 'rows', head: 'Records', width: '120px', isNumber: true, cell: ({ rows }) => number(rows) },
  { key: 'files', head: 'Files', width: '96px', isNumber: true, cell: ({ files }) => number(files) },
]

/** Lists the records of deleted firms. Renders nothing if there are none. */
export function DeletedFirms() {
  const asked = useQuery(deletedFirmsQuery, undefined)
  const firms = asked.value?.firms ?? []
  const isTold = asked.problem !== null && !asked.isOffline
  if (firms.length === 0 && !isTold) return null
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="deleted-firms">
      <h2 className="title" id="deleted-firms">
        Deleted firms
      </h2>
      <AnswerState of={asked} />
      {firms.length > 0 && <Table label="Deleted firms" columns={columns} rows={firms} keyOf={({ id }) => id} />}
    </section>
  )
}

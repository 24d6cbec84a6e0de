import { useMemo, useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { Meanings, sortLabel, useShown } from '#core/client/reports/Meanings.tsx'
import { usePages } from '#core/client/reports/usePages.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useToday } from '#core/client/useToday.ts'
import { formatDay, formatDue } from '#core/contract/dates.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { Due } from '#core/ui/Due.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import type { ColumnOrder, TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { bucketOf } from '../../facts.ts'
import { type ClientRow, type ClientsReport, clientOrders } from '../clientsContract.ts'
import s from './ClientsScreen.module.css'

/** Lists companies. A row expands to the Targets pursued there. */
export function ClientsScreen({ report, facts, asked, onShown }: ReportScreenProps<ClientsReport>) {
  const { facts: found, paged, isStale, problem } = usePages(report, asked, facts, '', clientOrders)
  const [order, setOrder] = useState<ColumnOrder | null>(null)
  useShown(onShown, { sort: sortLabel(order) })
  const columns = useMemo(() => columnsOf(report.tables[0]!.columns(facts)), [report, facts])
  if (facts.rows.length === 0) return <EmptyState title={NO_DATA} />
  return (
    <>
      {problem && <Problem>{problem}</Problem>}
      <Table
        label="Companies"
        columns={columns}
        rows={found.rows}
        keyOf={keyOf}
        nameOf={nameOf}
        firstBy={{ key: 'companies' }}
        moreOf={(row) => <Lines row={row} />}
        isBusy={isStale}
        paged={paged}
        onOrder={setOrder}
        {...(paged && { steady: 1 })}
      />
      <Meanings report={report} facts={facts} />
    </>
  )
}

const keyOf = ({ targets }: ClientRow) => targets[0]!.target_id
const nameOf = ({ companies, contact }: ClientRow) => companies || contact[0] || 'this client'
const several = (texts: readonly string[]) =>
  texts.length > 1 ? `${texts[0]} and ${texts.length - 1} more` : (texts[0] ?? '')

const columnsOf = (said: readonly { key?: string; head: string; sentence: string }[]): TableColumn<ClientRow>[] => {
  const of = new Map(said.map((column) => [column.head, column]))
  const column = (
    head: string,
    width: string,
    texts: (row: ClientRow) => readonly string[],
  ): TableColumn<ClientRow> => ({
    key: of.get(head)?.key ?? head,
    head,
    width,
    about: of.get(head)?.sentence ?? '',
    cell: (row) => several(texts(row)),
    sortBy: (row) => texts(row)[0]?.toLowerCase() ?? null,
  })
  return [
    column('Company', '24%', (row) => [row.companies]),
    column('Contact', '18%', (row) => row.contact),
    column('Desired Outcome', '28%', (row) => row.objectives),
    column('Current Steps', '30%', (row) => row.steps.map(({ description }) => description)),
  ]
}

function Lines({ row }: { row: ClientRow }) {
  const today = useToday()
  return (
    <ul className={s.lines} aria-label={`Targets at ${row.companies}`}>
      {row.targets.map(({ target_id, contact, goal, step, due, owner, shared_with, open }) => (
        <li key={target_id}>
          <span>{open ? <Link to={open.path}>{contact || row.companies}</Link> : contact || row.companies}</span>
          <span>{goal}</span>
          <span>
            {step}{' '}
            {due && (
              <Due
                bucket={bucketOf({ status: 'active', due }, today) ?? 'later'}
                due={formatDue(due, today)}
                exact={formatDay(due)}
              />
            )}
          </span>
          <small className="size12 dim">{[owner, ...shared_with].join(', ')}</small>
        </li>
      ))}
    </ul>
  )
}

import { folded } from '#core/contract/folded.ts'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { Meanings, sortName, useShown } from '#core/client/reports/Meanings.tsx'
import { ReportTableView } from '#core/client/reports/ReportTableView.tsx'
import { usePages } from '#core/client/reports/usePages.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { SearchField } from '#core/ui/SearchField.tsx'
import type { Order } from '#core/ui/table/columns.ts'
import { statusTerm } from '../../contract.ts'
import { sharingLabels, sharings, type TargetsReport, targetOrders } from '../targetsContract.ts'
import s from './PeopleScreen.module.css'

/** The Targets, by how they are shared, by their status, and by a word that is in them. */
export function TargetsScreen({
  report,
  facts,
  asked,
  which,
  chooseWhich,
  status,
  chooseStatus,
  onShown,
}: ReportScreenProps<TargetsReport>) {
  const [keyword, setKeyword] = useState('')
  const sharing = sharings.find((one) => one === which) ?? 'all'
  const { facts: found, paged, isStale, problem } = usePages(report, asked, facts, keyword, targetOrders)
  const shown = useMemo(() => (paged ? found : filtered(found, keyword)), [paged, found, keyword])
  const [order, setOrder] = useState<Order | null>(null)
  const wanted = keyword.trim()
  const isFiltered = wanted !== '' || status !== undefined
  useShown(onShown, { q: wanted, sort: sortName(order), count: isFiltered ? shown.count : undefined })
  return (
    <>
      <div className={s.bar}>
        <SegmentedControl
          aria-label="How they are shared"
          data={sharings.map((value) => ({ value, label: sharingLabels[value] }))}
          value={sharing}
          onChange={(chosen) => chooseWhich(chosen === 'all' ? undefined : chosen)}
        />
        <NativeSelect
          aria-label="Status"
          data={[{ value: '', label: 'Any status' }, ...statuses.map((value) => ({ value, label: statusTerm[value] }))]}
          value={status ?? ''}
          onChange={(event) => chooseStatus(event.currentTarget.value || undefined)}
        />
        <SearchField className={s.search} label="Filter by keyword" value={keyword} onChange={setKeyword} />
      </div>
      {problem && <Problem>{problem}</Problem>}
      <p role="status" className={s.count}>
        {facts.rows.length > 0 && countOf(shown.count, facts.count)}
      </p>
      {facts.rows.length === 0 ? (
        <EmptyState title={status === undefined && sharing === 'all' ? NO_DATA : 'No Target matches these filters.'} />
      ) : (
        <div aria-busy={isStale || undefined}>
          {report.tables.map((table) => (
            <ReportTableView
              key={table.title}
              table={table}
              facts={shown}
              paged={paged}
              onOrder={setOrder}
              lead={lead}
              isAlone
            />
          ))}
        </div>
      )}
      <Meanings report={report} facts={facts} />
    </>
  )
}

const statuses = ['active', 'archived', 'completed', 'lost'] as const
/** Amounts are seen beside the owner at every width. */
const lead = ['company', 'contact', 'owner', 'projected', 'won']

const countOf = (shown: number, all: number) => {
  const said = `${all.toLocaleString('en-US')} ${all === 1 ? 'Target' : 'Targets'}`
  return shown === all ? said : `${shown.toLocaleString('en-US')} of ${said}`
}

/** With the sums of what is left. */
function filtered(facts: TargetsReport, keyword: string): TargetsReport {
  const wanted = folded(keyword.trim())
  if (wanted === '') return facts
  const rows = facts.rows.filter((row) =>
    [row.company, row.contact, row.owner, row.step, row.status, row.type, row.value, ...row.shared_with].some((text) =>
      folded(text).includes(wanted),
    ),
  )
  const sum = (figure: (row: (typeof rows)[number]) => number | null) =>
    rows.reduce((all, row) => all + Math.max(0, figure(row) ?? 0), 0)
  return {
    ...facts,
    rows,
    count: rows.length,
    total: { count: rows.length, projected: sum((row) => row.projected), won: sum((row) => row.won) },
  }
}

import '@mantine/core/styles/Input.layer.css'
import { foldCase } from '#core/contract/foldCase.ts'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { Meanings, sortLabel, useShown } from '#core/client/reports/Meanings.tsx'
import { ReportTableView } from '#core/client/reports/ReportTableView.tsx'
import { usePages } from '#core/client/reports/usePages.ts'
import { NO_DATA, narrowing } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { SearchField } from '#core/ui/SearchField.tsx'
import type { ColumnOrder } from '#core/ui/table/columns.ts'
import { statusTerm, typeTerm, valueTerm } from '../../contract.ts'
import { sharingLabels, sharings, type TargetsReport, targetOrders } from '../targetsContract.ts'
import s from './PeopleScreen.module.css'

/** Lists Targets, filtered by sharing, current state, and text. */
export function TargetsScreen({
  report,
  facts,
  asked,
  which,
  chooseWhich,
  narrowed,
  narrow,
  onShown,
}: ReportScreenProps<TargetsReport>) {
  const [keyword, setKeyword] = useState('')
  const sharing = sharings.find((one) => one === which) ?? 'all'
  const { facts: found, paged, isStale, problem } = usePages(report, asked, facts, keyword, targetOrders)
  const shown = useMemo(() => (paged ? found : filtered(found, keyword)), [paged, found, keyword])
  const [order, setOrder] = useState<ColumnOrder | null>(null)
  const wanted = keyword.trim()
  const isNarrowed = Object.values(narrowed).some((to) => to !== undefined)
  const isFiltered = wanted !== '' || isNarrowed
  useShown(onShown, { q: wanted, sort: sortLabel(order), count: isFiltered ? shown.count : undefined })
  return (
    <>
      <div className="flex wrap top gap8 mb12">
        <SegmentedControl
          aria-label="Sharing"
          data={sharings.map((value) => ({ value, label: sharingLabels[value] }))}
          value={sharing}
          onChange={(chosen) => chooseWhich(chosen === 'all' ? undefined : chosen)}
        />
        <div className={`flex wrap gap8 ${s.choices}`}>
          {choices.map(({ name, label, any, options }) => (
            <NativeSelect
              key={name}
              aria-label={label}
              data={[{ value: '', label: any }, ...options]}
              value={narrowed[name] ?? ''}
              onChange={(event) => narrow(name, event.currentTarget.value)}
            />
          ))}
        </div>
        <SearchField className={`push ${s.search}`} label="Filter by keyword" value={keyword} onChange={setKeyword} />
      </div>
      {problem && <Problem>{problem}</Problem>}
      <p role="status" className="mb8 dim">
        {facts.rows.length > 0 && countOf(shown.count, facts.count)}
      </p>
      {facts.rows.length === 0 ? (
        <EmptyState title={!isNarrowed && sharing === 'all' ? NO_DATA : 'No Target matches these filters.'} />
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

const dueTerm = { overdue: 'Overdue', 7: 'Next 7 days', 30: 'Next 30 days', none: 'No date' }
const optionsOf = <K extends string>(values: readonly K[], terms: Readonly<Record<K, string>>) =>
  values.map((value) => ({ value, label: terms[value] }))
const choices = [
  { name: 'status', label: 'Status', any: 'Any status', options: optionsOf(narrowing.status.options, statusTerm) },
  { name: 'due', label: 'Due', any: 'Any due date', options: optionsOf(narrowing.due.options, dueTerm) },
  { name: 'value', label: 'Value', any: 'Any value', options: optionsOf(['H', 'M', 'L'], valueTerm) },
  { name: 'type', label: 'Type', any: 'Any type', options: optionsOf(narrowing.type.options, typeTerm) },
] as const
/** Shows amounts beside the owner at every width. */
const lead = ['company', 'contact', 'owner', 'projected', 'won']

const countOf = (shown: number, all: number) => {
  const said = `${all.toLocaleString('en-US')} ${all === 1 ? 'Target' : 'Targets'}`
  return shown === all ? said : `${shown.toLocaleString('en-US')} of ${said}`
}

/** Filters the rows and sums them again. */
function filtered(facts: TargetsReport, keyword: string): TargetsReport {
  const wanted = foldCase(keyword.trim())
  if (wanted === '') return facts
  const rows = facts.rows.filter((row) =>
    [row.company, row.contact, row.owner, row.step, row.status, row.type, row.value, ...row.shared_with].some((text) =>
      foldCase(text).includes(wanted),
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

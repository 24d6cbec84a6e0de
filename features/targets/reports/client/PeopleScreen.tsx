import { foldCase } from '#core/contract/foldCase.ts'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { ComparedWith } from '#core/client/reports/ComparedWith.tsx'
import { Meanings, useShown } from '#core/client/reports/Meanings.tsx'
import { useSession } from '#core/client/session.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { SearchField } from '#core/ui/SearchField.tsx'
import { HandOverList } from '../../pipelines/client/HandOverList.tsx'
import {
  type PeopleReport,
  type PeopleSort,
  partLabels,
  peopleSorts,
  type ReportPerson,
  sortLabels,
} from '../peopleContract.ts'
import { figurePart, parts } from '../reportPathsContract.ts'
import s from './PeopleScreen.module.css'
import { RankedPerson } from './RankedPerson.tsx'

/** Ranks people by a chosen figure. A name or a figure opens its details. */
export function PeopleScreen({ report, facts, which, chooseWhich, onShown, actions }: ReportScreenProps<PeopleReport>) {
  const [sort, setSort] = useState<PeopleSort>('average_score')
  const [typed, setTyped] = useState('')
  const user = useSession()?.user
  const part = figurePart(which)
  const rows = useMemo(() => sorted(facts.rows, sort), [facts, sort])
  const wanted = foldCase(typed.trim())
  const shown = rows.filter(({ row }) =>
    [row.name, row.groups.join(', ')].some((text) => foldCase(text).includes(wanted)),
  )
  useShown(onShown, { q: wanted, sort: `-${sort}`, count: wanted === '' ? undefined : shown.length })
  const most = Math.max(1, sort === 'average_score' ? 100 : (rows[0]?.row[sort] ?? 0))
  return (
    <>
      <div className="flex wrap top gap8 mb12">
        <SegmentedControl
          aria-label="Sort by"
          data={peopleSorts.map((value) => ({ value, label: sortLabels[value] }))}
          value={sort}
          onChange={(chosen) => setSort(peopleSorts.find((one) => one === chosen) ?? 'average_score')}
        />
        <SegmentedControl
          aria-label="Targets to include"
          data={parts.map((value) => ({ value, label: partLabels[value] }))}
          value={part}
          onChange={(chosen) => chooseWhich(chosen === 'all' ? undefined : chosen)}
        />
        <SearchField className={`push ${s.search}`} label="Search by name or group" value={typed} onChange={setTyped} />
        {actions}
      </div>
      {facts.rows.length === 0 ? (
        <EmptyState title={NO_DATA} />
      ) : (
        <>
          {sort === 'average_score' && facts.rows.every(({ average_score }) => average_score === null) && (
            <p role="status">No scores for these days yet. People are ranked once there are scores.</p>
          )}
          {facts.rows.some(({ before }) => before) && <ComparedWith facts={facts} />}
          <ol className="mb16 ruled" aria-label="People">
            {shown.map(({ row, rank }) => (
              <RankedPerson key={row.id} person={row} rank={rank} sort={sort} most={most} facts={facts} />
            ))}
          </ol>
        </>
      )}
      {facts.rows.length > 0 && shown.length === 0 && <p role="status">No person or group matches this name.</p>}
      <Meanings report={report} facts={facts} />
      {user?.role === 'admin' && <HandOverList without={[user.id, ...rows.map(({ row }) => row.id)]} />}
    </>
  )
}

/** Sorts the highest first and adds ranks. Equals share a rank and keep the order that the files use. */
function sorted(rows: readonly ReportPerson[], sort: PeopleSort): { row: ReportPerson; rank: number }[] {
  const inOrder = rows.toSorted((a, b) => (b[sort] ?? -1) - (a[sort] ?? -1))
  return inOrder.map((row) => ({ row, rank: inOrder.findIndex((one) => one[sort] === row[sort]) + 1 }))
}

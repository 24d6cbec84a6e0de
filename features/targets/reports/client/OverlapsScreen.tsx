import { foldCase } from '#core/contract/foldCase.ts'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { Meanings, sortLabel, useShown } from '#core/client/reports/Meanings.tsx'
import { usePages } from '#core/client/reports/usePages.ts'
import { Link } from '#core/client/router/Link.tsx'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { SearchField } from '#core/ui/SearchField.tsx'
import type { ColumnOrder, TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import {
  type OverlapRow,
  type OverlapsReport,
  overlapOrders,
  overlapPeople,
  overlapStateLabels,
  overlapStates,
} from '../overlapsContract.ts'
import { OverlapReason } from './OverlapReason.tsx'
import s from './OverlapsScreen.module.css'
import bar from './PeopleScreen.module.css'

const icons = { unresolved: 'alert-triangle', separate: 'arrows-split', aligned: 'check' } as const
const ALL = 'all'

/** Lists overlaps, the unresolved first. */
export function OverlapsScreen({
  report,
  facts,
  asked,
  which,
  chooseWhich,
  onShown,
  ask,
}: ReportScreenProps<OverlapsReport>) {
  const [keyword, setKeyword] = useState('')
  const state = overlapStates.find((one) => one === which)
  const { counts } = facts
  const { facts: found, paged, isStale, problem } = usePages(report, asked, facts, keyword, overlapOrders)
  const wanted = foldCase(keyword.trim())
  const shown = paged
    ? found.rows
    : found.rows.filter(({ target, members }) =>
        [target, ...members.map(({ name }) => name)].some((text) => foldCase(text).includes(wanted)),
      )
  const [order, setOrder] = useState<ColumnOrder | null>(null)
  const columns = useMemo(() => columnsFor(ask), [ask])
  useShown(onShown, {
    q: wanted,
    sort: sortLabel(order),
    count: wanted === '' ? undefined : paged ? found.count : shown.length,
  })
  const all = counts.unresolved + counts.separate + counts.aligned
  const choices = [
    { value: ALL, label: `All ${all}` },
    ...overlapStates.map((value) => ({
      value: value as string,
      label: `${overlapStateLabels[value]} ${counts[value]}`,
    })),
  ]
  return (
    <>
      <div className="flex wrap top gap8 mb12">
        <SegmentedControl
          aria-label="Show overlaps"
          data={choices}
          value={state ?? ALL}
          onChange={(chosen) => chooseWhich(chosen === ALL ? undefined : chosen)}
        />
        <SearchField className={`push ${bar.search}`} label="Filter by keyword" value={keyword} onChange={setKeyword} />
      </div>
      {problem && <Problem>{problem}</Problem>}
      <Table
        label="Overlaps"
        columns={columns}
        rows={shown}
        keyOf={keyOf}
        empty={<EmptyState title={facts.rows.length > 0 || all > 0 ? 'No overlap matches these words.' : NO_DATA} />}
        isBusy={isStale}
        paged={paged}
        onOrder={setOrder}
        {...(paged && { steady: 1 })}
      />
      <Meanings report={report} facts={facts} />
    </>
  )
}

const keyOf = ({ shared, members }: OverlapRow) => `${shared} ${members.map(({ target_id }) => target_id).join(' ')}`
const columnsFor = (onChanged: () => void): TableColumn<OverlapRow>[] => [
  {
    key: 'target',
    head: 'Client',
    width: '24%',
    cell: ({ target, shared }) => (
      <>
        {target} {shared !== 'Company' && <small className="dim size12">{shared}</small>}
      </>
    ),
    sortBy: ({ target }) => target.toLowerCase(),
    about: 'The company or contact they have in common.',
  },
  {
    key: 'User',
    head: 'User',
    width: '27%',
    cell: ({ members }) => <Members members={members} />,
    about: 'Team members who may be pursuing the same company or contact without officially collaborating.',
  },
  {
    key: 'state',
    head: 'State',
    width: '13%',
    cell: ({ state }) => <State state={state} />,
    sortBy: ({ state }) => overlapStates.indexOf(state),
  },
  { key: 'Reason', head: 'Reason', width: '36%', cell: (row) => <OverlapReason row={row} onChanged={onChanged} /> },
]

function Members({ members }: Pick<OverlapRow, 'members'>) {
  return (
    <span className={`flex wrap ${s.members}`}>
      {overlapPeople({ members }).map((targets) => (
        <span key={targets[0]!.id} className={`wrap ${s.member}`}>
          {targets.map(({ name, target_id, open }, place) =>
            open ? (
              <Link
                key={target_id}
                to={open.path}
                className="opens"
                aria-label={place === 0 ? undefined : `${name}, Target ${place + 1}`}
              >
                {place === 0 ? name : place + 1}
              </Link>
            ) : (
              place === 0 && <span key={target_id}>{name}</span>
            ),
          )}
        </span>
      ))}
    </span>
  )
}

function State({ state }: Pick<OverlapRow, 'state'>) {
  const icon = icons[state]
  return (
    <span className={`inline gap6 nowrap medium ${s.state}`} data-state={state}>
      <Icon name={icon} size={16} stroke={1.75} />
      {overlapStateLabels[state]}
    </span>
  )
}

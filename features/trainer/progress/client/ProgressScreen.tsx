import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { dayIn, sayDay } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { NO_DATA } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import type { Column } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import type { ProgressRow } from '../contract.ts'
import { type ProgressFacts, playedOf, userWorksheetsPath } from '../reportContract.ts'
import s from './Matrix.module.css'
import { MatrixMark } from './MatrixMark.tsx'

/** How far each person is in each lesson, by group: a check where it is done, else how much was really played. */
export function ProgressScreen({ facts }: ReportScreenProps<ProgressFacts>) {
  const zone = useZone()
  const today = useToday()
  const isNarrow = useIsNarrow()
  const columns = useMemo(() => columnsOf(facts, zone, today, isNarrow), [facts, zone, today, isNarrow])
  return (
    <Table
      label="Progress"
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

const average = (people: readonly ProgressRow[]) =>
  Math.round(people.reduce((sum, { percent_watched }) => sum + percent_watched, 0) / Math.max(1, people.length))

const Overall = ({ percent }: { percent: number }) => (
  <span className={s.overall}>
    <span className={s.line} aria-hidden>
      <i style={{ width: `${percent}%` }} />
    </span>
    <span>{percent} %</span>
  </span>
)

function columnsOf(facts: ProgressFacts, zone: string, today: string, isNarrow: boolean): Column<ProgressRow>[] {
  const latestOf = ({ latest_session_unixtime: at }: ProgressRow) =>
    at === null ? 'Never' : sayDay(dayIn(zone, new Date(at * 1000)), today)
  const user: Column<ProgressRow> = {
    key: 'user',
    head: 'User',
    width: '148px',
    cell: (row) => (
      <>
        <Link to={userWorksheetsPath(row.user_id)} className={s.name}>
          {fullNameOf(row)}
        </Link>
        {isNarrow && (
          <span className={s.below}>
            {row.percent_watched} %, {latestOf(row)}
          </span>
        )}
      </>
    ),
    sortBy: fullNameOf,
  }
  const lessons = facts.lessons.map(
    ({ id, number, lesson, focus }, at): Column<ProgressRow> => ({
      key: id,
      head: String(number),
      title: lesson,
      over: focus,
      mark: isNarrow ? 44 : 32,
      cell: (row) => <MatrixMark name={lesson} percent={row.lessons[at] ? playedOf(row.lessons[at]) : 0} />,
    }),
  )
  if (isNarrow) return [user, ...lessons]
  return [
    user,
    {
      key: 'latest',
      head: 'Latest Activity',
      width: '100px',
      cell: (row) => <span className={s.latest}>{latestOf(row)}</span>,
      sortBy: ({ latest_session_unixtime }) => latest_session_unixtime,
    },
    {
      key: 'overall',
      head: 'Overall Progress',
      width: '132px',
      cell: ({ percent_watched }) => <Overall percent={percent_watched} />,
      ofGroup: (people) => <Overall percent={average(people)} />,
      sortBy: ({ percent_watched }) => percent_watched,
    },
    ...lessons,
  ]
}

import { type ReactNode, useMemo } from 'react'
import type { ReportScreenProps } from '#core/client/feature.ts'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { dayIn, formatShortDay } from '#core/contract/dates.ts'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { ShareBar } from '../../client/ShareBar.tsx'
import type { PersonProgressRow } from '../contract.ts'
import { type ProgressFacts, playedOf } from '../reportContract.ts'
import s from './Matrix.module.css'
import { MatrixMark } from './MatrixMark.tsx'
import { PeopleMatrix } from './PeopleMatrix.tsx'

/** Shows each person's progress per lesson, by group: a check if it is done, otherwise the played share. */
export function ProgressScreen({ report, facts }: ReportScreenProps<ProgressFacts>) {
  const zone = useZone()
  const today = useToday()
  const isNarrow = useIsNarrow()
  const shown = useMemo(() => shownOf(facts, zone, today, isNarrow), [facts, zone, today, isNarrow])
  return <PeopleMatrix report={report} facts={facts} {...shown} />
}

const average = (people: readonly PersonProgressRow[]) =>
  Math.round(people.reduce((sum, { percent_watched }) => sum + percent_watched, 0) / Math.max(1, people.length))

const Overall = ({ percent }: { percent: number }) => (
  <span className={`row gap8 num strong size12 ${s.overall}`}>
    <ShareBar percent={percent} className={s.line} />
    <span>{percent}%</span>
  </span>
)

type Shown = { columns: TableColumn<PersonProgressRow>[]; below?: (row: PersonProgressRow) => ReactNode }

/** Narrow screens show the other values below the name. */
function shownOf(facts: ProgressFacts, zone: string, today: string, isNarrow: boolean): Shown {
  const latestOf = ({ latest_session_unixtime: at }: PersonProgressRow) =>
    at === null ? 'Never' : formatShortDay(dayIn(zone, new Date(at * 1000)), today)
  const lessons = facts.lessons.map(
    ({ id, number, lesson, focus }, at): TableColumn<PersonProgressRow> => ({
      key: id,
      head: String(number),
      title: lesson,
      over: focus,
      mark: isNarrow ? 44 : 32,
      cell: (row) => <MatrixMark name={lesson} percent={row.lessons[at] ? playedOf(row.lessons[at]) : 0} />,
    }),
  )
  const below = (row: PersonProgressRow) => (
    <span className="cap block">
      {row.percent_watched}%, {latestOf(row)}
    </span>
  )
  if (isNarrow) return { columns: lessons, below }
  const columns: TableColumn<PersonProgressRow>[] = [
    {
      key: 'latest',
      head: 'Latest Activity',
      width: '100px',
      cell: (row) => <span className="cap">{latestOf(row)}</span>,
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
  return { columns }
}

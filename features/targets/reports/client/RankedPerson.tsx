import { Change } from '#core/client/reports/Change.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { formatAmount } from '#core/contract/money.ts'
import { InitialsAvatar } from '#core/ui/InitialsAvatar.tsx'
import { initialsOfName } from '#core/ui/initialsOfName.ts'
import type { PeopleReport, PeopleSort, ReportPerson } from '../peopleContract.ts'
import { drillDownPath } from '../reportPathsContract.ts'
import s from './PeopleScreen.module.css'
import { Trend } from './Trend.tsx'

type Props = {
  person: ReportPerson
  rank: number
  sort: PeopleSort
  /** Value of a full-length bar. */
  most: number
  facts: PeopleReport
}

export function RankedPerson({ person, rank, sort, most, facts }: Props) {
  const value = person[sort]
  const problems = [
    ['overdue', person.overdue, 'overdue'],
    ['late', person.late_steps, 'done late'],
  ] as const
  const who = (
    <>
      <InitialsAvatar initials={initialsOfName(person.name)} />
      <span>
        <b>{person.name}</b>
        <small>{person.groups.join(', ')}</small>
      </span>
    </>
  )
  return (
    <li className={`grid middle gap12 num ruledBelow ${s.person}`}>
      <span className={`dim size12 ${s.place}`}>{value === null ? '' : rank}</span>
      {person.open ? (
        <Link to={person.open.path} className={`row shrink inherit gap10 ${s.who}`}>
          {who}
        </Link>
      ) : (
        <span className={`row shrink inherit gap10 ${s.who}`}>{who}</span>
      )}
      <span className={`sunken clip ${s.line}`} aria-hidden>
        <i style={{ width: `${(100 * (value ?? 0)) / most}%` }} />
      </span>
      <b className={`bold size16 ${s.figure}`}>
        {value === null ? '–' : sort === 'total_revenue' ? formatAmount(value) : value.toLocaleString('en-US')}
        <Change
          kind={sort === 'total_revenue' ? 'dollars' : 'count'}
          now={value}
          before={person.before?.[sort] ?? null}
          isShort
        />
      </b>
      <Trend scores={person.trend} />
      <span className={`grid gap12 ${s.others}`}>
        <Link to={drillDownPath(person, 'steps', facts, facts.part)} className={`inherit nowrap ${s.more}`}>
          {person.total_steps.toLocaleString('en-US')} <small>{person.total_steps === 1 ? 'step' : 'steps'}</small>
        </Link>
        {problems.map(([figure, count, word]) =>
          count > 0 ? (
            <Link
              key={figure}
              to={drillDownPath(person, figure, facts, facts.part)}
              className={`inherit nowrap ${s.more} soon`}
            >
              {count.toLocaleString('en-US')} <small>{word}</small>
            </Link>
          ) : (
            <span key={figure} />
          ),
        )}
        <Link to={drillDownPath(person, 'won', facts, facts.part)} className={`inherit nowrap ${s.more} strong good`}>
          {formatAmount(person.total_revenue)} <small>won</small>
        </Link>
        <Link to={drillDownPath(person, 'pursued', facts, facts.part)} className={`inherit nowrap ${s.more}`}>
          {formatAmount(person.projected_revenue)} <small>projected</small>
        </Link>
      </span>
    </li>
  )
}

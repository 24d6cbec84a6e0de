import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { formatDay } from '#core/contract/dates.ts'
import { formatCell } from '#core/contract/formatCell.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { DEFAULT_RANGE, Range, rangeLabels } from '#core/contract/ranges.ts'
import { formatAsOf, type Report, type ReportFacts } from '#core/contract/report.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { ApiError, call, problemOf } from '../api.ts'
import s from '../panels/Panel.module.css'
import { Panel } from '../panels/Panel.tsx'
import { FileButtons } from './FileButtons.tsx'
import { Meanings } from './Meanings.tsx'
import { ReportRows } from './ReportRows.tsx'

const ranges = Range.options.map((value) => ({ value, label: rangeLabels[value] }))
type Props<F extends ReportFacts> = {
  report: Report<F>
  others?: ReactNode
  /** Heading level: 2 on a page with no other heading. */
  level?: 2 | 3
}

export function ReportPanel<F extends ReportFacts>(props: Props<F>) {
  const { title, sentence } = props.report
  return (
    <Panel
      title={title}
      {...(props.level && { level: props.level })}
      lead={sentence}
      icon={<Icon name="report-analytics" size={20} />}
      offline={whenOnline('run this report')}
    >
      <Figures {...props} />
    </Panel>
  )
}

function Figures<F extends ReportFacts>({ report, others }: Props<F>) {
  const [range, setRange] = useState<Range>(DEFAULT_RANGE)
  const { facts, problem } = useFacts(report, range)
  return (
    <>
      <div className={`row wrap gap8 ${s.row}`}>
        {others}
        <NativeSelect
          className={s.grow}
          aria-label="Date range"
          data={ranges}
          value={range}
          onChange={(event) => setRange(Range.parse(event.currentTarget.value))}
        />
        <FileButtons
          fetchFile={(format, signal) => call(report.routes.file, { query: { range, format } }, { signal })}
        />
      </div>
      {problem !== null && (
        <p className="mb8 medium error" role="alert">
          {problem}
        </p>
      )}
      <p className="cap mt12">{facts ? `${formatDay(facts.start)} to ${formatDay(facts.end)}` : '\u00a0'}</p>
      <dl className={`grid mt8 rounded sunken ${s.figures}`}>
        {report.totals.map(({ label, kind, of }) => (
          <div key={label} data-wide={kind === 'dollars' || undefined}>
            <dt className="cap">{label}</dt>
            <dd>{facts ? formatCell(kind, of(facts)) : '–'}</dd>
          </div>
        ))}
      </dl>
      {facts && (
        <>
          <Meanings report={report} facts={facts} />
          {report.tables.map((table) => (
            <ReportRows key={table.title} table={table} facts={facts} />
          ))}
          <p className="cap mt12">{formatAsOf(facts)}</p>
        </>
      )}
    </>
  )
}

/** The previous range's figures stay until the new ones arrive. */
function useFacts<F extends ReportFacts>(report: Report<F>, range: Range) {
  const [facts, setFacts] = useState<F | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call(report.routes.read, { query: { range } }, { signal: leaving.signal }).then(
      (found) => {
        setFacts(found)
        setProblem(null)
      },
      (thrown) => {
        if (thrown instanceof ApiError) setProblem(problemOf(thrown))
      },
    )
    return () => leaving.abort()
  }, [report, range])
  return { facts, problem }
}

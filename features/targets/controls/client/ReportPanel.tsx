import { Button, Loader, NativeSelect } from '@mantine/core'
import { IconFileTypePdf, IconReportAnalytics, IconTable } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { download } from '#core/client/download.ts'
import { formatDay } from '#core/contract/dates.ts'
import { sentences } from '#core/contract/errors.ts'
import {
  type ActivityReport,
  DEFAULT_RANGE,
  PDF_FAILED,
  Range,
  rangeLabels,
  routes,
} from '#features/reports/contract.ts'
import { words } from '../../client/words.ts'
import s from './Controls.module.css'
import { Panel } from './Panel.tsx'
import { ReportFigures } from './ReportFigures.tsx'

const ranges = Range.options.map((value) => ({ value, label: rangeLabels[value] }))
const files = {
  pdf: { label: 'PDF', Icon: IconFileTypePdf, busy: 'Preparing your PDF …', failed: PDF_FAILED },
  xlsx: { label: 'Excel', Icon: IconTable, busy: 'Preparing your Excel file …', failed: sentences.tryAgain },
} as const
type Form = keyof typeof files

/** The Activity Report: its figures here, and the same as PDF or Excel. */
export function ReportPanel() {
  return (
    <Panel
      title="Activity Report"
      lead="What you worked on, completed, won and lost."
      icon={<IconReportAnalytics size={20} stroke={1.6} />}
      offline="The report can be made when you are online again."
    >
      <Report />
    </Panel>
  )
}

function Report() {
  const [range, setRange] = useState<Range>(DEFAULT_RANGE)
  const { report, problem } = useReport(range)
  const [busy, setBusy] = useState<Form | null>(null)
  const making = useRef<AbortController>(null)
  const make = async (format: Form) => {
    const aborting = new AbortController()
    making.current = aborting
    const { signal } = aborting
    setBusy(format)
    await download(() => call(routes.activityFile, { query: { range, format } }, { signal }), files[format])
    setBusy(null)
  }
  return (
    <>
      <div className={s.row}>
        <NativeSelect
          className={s.grow}
          aria-label="Date range"
          data={ranges}
          value={range}
          onChange={(event) => setRange(Range.parse(event.currentTarget.value))}
        />
        {(Object.keys(files) as Form[]).map((format) => {
          const { label, Icon } = files[format]
          return (
            <Button
              key={format}
              variant="default"
              disabled={busy !== null}
              leftSection={busy === format ? <Loader size={16} /> : <Icon size={18} stroke={1.6} aria-hidden />}
              onClick={() => void make(format)}
            >
              {label}
            </Button>
          )
        })}
      </div>
      {busy !== null && (
        <div className={s.busy} role="status">
          {files[busy].busy}
          <Button variant="subtle" size="compact-sm" onClick={() => making.current?.abort()}>
            {words.cancel}
          </Button>
        </div>
      )}
      {problem !== null && (
        <p className={s.problem} role="alert">
          {problem}
        </p>
      )}
      <p className={s.days}>{report ? `${formatDay(report.start)} to ${formatDay(report.end)}` : '\u00a0'}</p>
      <ReportFigures report={report} />
    </>
  )
}

/** The figures of a range; those of the range before stay until the new ones are here. */
function useReport(range: Range) {
  const [report, setReport] = useState<ActivityReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call(routes.activity, { query: { range } }, { signal: leaving.signal }).then(
      (found) => {
        setReport(found)
        setProblem(null)
      },
      (thrown) => {
        if (thrown instanceof ApiError) setProblem(problemOf(thrown))
      },
    )
    return () => leaving.abort()
  }, [range])
  return { report, problem }
}

import { formatDay } from '#core/contract/dates.ts'
import type { ViewerFacts } from '#core/contract/viewerReport.ts'
import s from './ReportBody.module.css'

export const ComparedWith = ({
  facts: { before_start, before_end },
}: {
  facts: Pick<ViewerFacts, 'before_start' | 'before_end'>
}) =>
  before_start !== null &&
  before_end !== null && (
    <p className={`cap ${s.compared}`}>{`Compared with ${formatDay(before_start)} to ${formatDay(before_end)}.`}</p>
  )

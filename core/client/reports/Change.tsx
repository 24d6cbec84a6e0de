import { formatCell } from '#core/contract/formatCell.ts'
import { type CellKind, type CellValue, isNumber } from '#core/contract/report.ts'
import { Icon } from '#core/ui/Icon.tsx'
import s from './ReportBody.module.css'

type Props = {
  kind: CellKind
  now: CellValue
  before: CellValue
  /** Screen readers get the full text. */
  isShort?: boolean
}

/** Change from the previous period: '21 more', '18 % less'. */
export function Change({ kind, now, before, isShort }: Props) {
  if (!isNumber(kind) || now === null || before === null) return null
  const by = Number(now) - Number(before)
  if (by === 0)
    return (
      <small className={`row small gap4 medium ${s.change} dim`}>
        {isShort ? <span className="hide">As before</span> : 'No change'}
      </small>
    )
  const isPart = kind === 'dollars' && Number(before) > 0
  const amount = isPart ? `${Math.round((100 * Math.abs(by)) / Number(before))}%` : formatCell(kind, Math.abs(by))
  const icon = by > 0 ? 'trending-up' : 'trending-down'
  return (
    <small className={`row small gap4 medium ${s.change} ${by > 0 ? 'accent' : 'soon'}`}>
      <Icon name={icon} size={14} stroke={1.75} />
      <span>
        {amount}{' '}
        <span className={isShort ? 'hide' : undefined}>{by > 0 ? 'more' : 'less'} than the previous period</span>
      </span>
    </small>
  )
}

import { addDays, daysBetween, formatDay, formatDayShort, formatDue } from '#core/contract/dates.ts'
import { Due } from '#core/ui/Due.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { TargetTile } from '../../contract.ts'
import { KEEP_DELETED_DAYS } from '../../trash/contract.ts'
import s from './Tile.module.css'

export function TileWhen({ tile, today }: { tile: TargetTile; today: string }) {
  const { status, due, bucket } = tile
  if (status === 'active') {
    if (!due || !bucket) return <span className={`inline shrink nowrap strong ${s.fact}`}>No step yet</span>
    return <Due bucket={bucket} due={formatDue(due, today)} exact={formatDay(due)} />
  }
  if (status === 'completed')
    return (
      <span
        className={`inline shrink nowrap strong ${s.fact}`}
        data-kind="won"
        title={`Completed ${tile.completed_formatted}`}
      >
        <Icon name="calendar-check" size={14} stroke={2} />
        <span className="hide">Completed </span>
        {tile.completed ? formatDayShort(tile.completed.slice(0, 10), today) : 'Won'}
      </span>
    )
  if (status === 'lost')
    return (
      <span className={`inline shrink nowrap strong ${s.fact}`} data-kind="lost" title={tile.lostReason || undefined}>
        <Icon name="thumb-down" size={14} stroke={2} />
        <span className="hide">Reason </span>
        <span className="one">{tile.lostReason || 'No reason given'}</span>
      </span>
    )
  if (status === 'archived')
    return (
      <span
        className={`inline shrink nowrap strong ${s.fact}`}
        title={due ? `Step was due ${formatDay(due)}` : undefined}
      >
        <Icon name="player-pause" size={14} stroke={2} />
        <span className="hide">On Hold{due && ', due '}</span>
        {due ? formatDayShort(due, today) : <span aria-hidden>On Hold</span>}
      </span>
    )
  const removal = addDays((tile.deleted ?? today).slice(0, 10), KEEP_DELETED_DAYS)
  const left = Math.max(0, daysBetween(today, removal))
  return (
    <span className={`inline shrink nowrap strong ${s.fact}`} title={`Deleted permanently on ${formatDay(removal)}`}>
      <Icon name="trash" size={14} stroke={2} />
      {left === 1 ? '1 day left' : `${left} days left`}
    </span>
  )
}

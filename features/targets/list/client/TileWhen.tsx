import { IconCalendarCheck, IconPlayerPause, IconThumbDown, IconTrash } from '@tabler/icons-react'
import { addDays, daysBetween, formatDay, formatDayShort, formatDue } from '#core/contract/dates.ts'
import { Due } from '#core/ui/Due.tsx'
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
        <IconCalendarCheck size={14} stroke={2} aria-hidden />
        <span className="hide">Completed </span>
        {tile.completed ? formatDayShort(tile.completed.slice(0, 10), today) : 'Won'}
      </span>
    )
  if (status === 'lost')
    return (
      <span className={`inline shrink nowrap strong ${s.fact}`} data-kind="lost" title={tile.lostReason || undefined}>
        <IconThumbDown size={14} stroke={2} aria-hidden />
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
        <IconPlayerPause size={14} stroke={2} aria-hidden />
        <span className="hide">On Hold{due && ', due '}</span>
        {due ? formatDayShort(due, today) : <span aria-hidden>On Hold</span>}
      </span>
    )
  const removal = addDays((tile.deleted ?? today).slice(0, 10), KEEP_DELETED_DAYS)
  const left = Math.max(0, daysBetween(today, removal))
  return (
    <span className={`inline shrink nowrap strong ${s.fact}`} title={`Deleted permanently on ${formatDay(removal)}`}>
      <IconTrash size={14} stroke={2} aria-hidden />
      {left === 1 ? '1 day left' : `${left} days left`}
    </span>
  )
}

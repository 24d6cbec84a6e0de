import { dayIn, stampIn } from '#core/contract/dates.ts'
import { formatTime } from '#core/contract/times.ts'

/**
 * Formats a job's schedule in words: every so many minutes, hourly, or daily. Others are unchanged. Jobs run in UTC,
 * and the words use the offset of `zone` at `now`.
 */
export function formatCron(cron: string, zone: string, now: Date): string {
  const [, minute = '', hour = ''] = /^(\*|\*\/\d+|\d+) (\*|\d+) \* \* \*$/.exec(cron) ?? []
  if (minute === '') return cron
  if (minute === '*') return hour === '*' ? 'Every minute' : cron
  if (minute.startsWith('*/')) return hour === '*' ? `Every ${minute.slice(2)} minutes` : cron
  const [hh, mm] = [hour === '*' ? '00' : hour.padStart(2, '0'), minute.padStart(2, '0')]
  const time = stampIn(zone, `${dayIn('UTC', now)}T${hh}:${mm}:00Z`).slice(11, 16)
  if (hour !== '*') return `Every day, ${formatTime(time)}`
  const past = Number(time.slice(3))
  return `Every hour, ${past === 0 ? 'on the hour' : `${past} past`}`
}

import { daysBetween } from '#core/contract/dates.ts'

/** Days without a touch after which a target or a contact is quiet. Source: issue 37, item 10. */
export const QUIET_DAYS = 30
export const quietLabel = `Quiet for ${QUIET_DAYS} days`

/** 'today', 'yesterday', '12 days ago'. */
export function formatTouchAge(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}

/** 'Last touch 12 days ago'. */
export const formatLastTouch = (day: string, today: string): string => `Last touch ${formatTouchAge(day, today)}`

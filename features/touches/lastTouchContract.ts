import { daysBetween } from '#core/contract/dates.ts'

/** Days without a touch after which a target or a contact is quiet. Source: issue 37, item 10. */
export const QUIET_DAYS = 30
export const quietLabel = `Quiet for ${QUIET_DAYS} days`

/** 'Last touch 12 days ago'. */
export function formatLastTouch(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return 'Last touch today'
  return days === 1 ? 'Last touch yesterday' : `Last touch ${days} days ago`
}

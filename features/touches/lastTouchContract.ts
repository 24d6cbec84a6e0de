import { daysBetween } from '#core/contract/dates.ts'

/** 'Last touch 12 days ago'. */
export function formatLastTouch(day: string, today: string): string {
  const days = daysBetween(day, today)
  if (days <= 0) return 'Last touch today'
  return days === 1 ? 'Last touch yesterday' : `Last touch ${days} days ago`
}

// How cards are spoken of.
import { formatShortDay } from '#core/contract/dates.ts'
import type { Insight, InsightType } from '../contract.ts'

export const sourceLabels: Record<InsightType, string> = {
  tracker: 'Your Tracker',
  bd: 'Business development',
  firm: 'Your firm',
}

/** 'New today', 'New Friday': when it was made. */
export const formatNew = ({ day }: Insight, today: string): string => {
  const said = formatShortDay(day, today)
  return `New ${said === 'Today' || said === 'Yesterday' ? said.toLowerCase() : said}`
}

import { formatShortDay } from '#core/contract/dates.ts'
import type { Insight, InsightType } from '../contract.ts'

export const sourceLabels: Record<InsightType, string> = {
  tracker: 'Your Tracker',
  bd: 'Business development',
  firm: 'Your firm',
}

/** Formats when a card was made, such as 'New today' or 'New Friday'. */
export const formatNew = ({ day }: Insight, today: string): string => {
  const said = formatShortDay(day, today)
  return `New ${said === 'Today' || said === 'Yesterday' ? said.toLowerCase() : said}`
}

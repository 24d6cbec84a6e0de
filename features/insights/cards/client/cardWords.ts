// How cards are spoken of.
import { sayDay } from '#core/contract/dates.ts'
import type { Insight, InsightType } from '../contract.ts'

export const sourceWords: Record<InsightType, string> = {
  tracker: 'Your Tracker',
  bd: 'Business development',
  firm: 'Your firm',
}

/** 'New today', 'New Friday': when it was made. */
export const sayNew = ({ day }: Insight, today: string): string => {
  const said = sayDay(day, today)
  return `New ${said === 'Today' || said === 'Yesterday' ? said.toLowerCase() : said}`
}

// Formats runs of recurring mail for people.
import { dayInSentence, formatShortDay } from '#core/contract/dates.ts'
import { formatTime } from '#core/contract/times.ts'

/** Formats 'Today, 8:00 AM'. */
export const formatStampShort = (stamp: string, today: string): string =>
  `${formatShortDay(stamp.slice(0, 10), today)}, ${formatTime(stamp.slice(11))}`
/** Formats 'today at 8:00 AM'. */
export const formatStampInSentence = (stamp: string, today: string): string =>
  `${dayInSentence(stamp.slice(0, 10), today)} at ${formatTime(stamp.slice(11))}`

export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** Formats '46 of 48', or '29 of 48 so far'. */
export const formatDelivered = (sent: number, people: number, isGoing: boolean): string =>
  `${formatCount(sent)} of ${formatCount(people)}${isGoing ? ' so far' : ''}`

export const deliveryLabels = {
  waiting: 'Waiting',
  leaving: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  in_doubt: 'Unconfirmed',
  skipped: 'Skipped',
  cancelled: 'Canceled',
} as const

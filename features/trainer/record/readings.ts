import { defineReading } from '#core/sync/reading.ts'
import { type RecordAnswer, routes } from './contract.ts'

type Days = { from: string; to: string }

/** One's own, also without a network. */
export const recordReading = defineReading<RecordAnswer, Days>({
  name: 'completionRecord',
  route: routes.record,
  callOf: (days) => ({ query: days }),
  keyOf: ({ from, to }) => `${from}:${to}`,
  keeps: 5,
})

export const recordOfPerson = defineReading<RecordAnswer, Days & { userid: string }>({
  name: 'completionRecordOf',
  route: routes.record,
  callOf: (wanted) => ({ query: wanted }),
  keyOf: ({ from, to, userid }) => `${from}:${to}:${userid}`,
  neverKept: 'Other people’s records are private. Only their managers see them, and no device stores them.',
})

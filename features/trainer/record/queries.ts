import { defineQuery } from '#core/sync/query.ts'
import { type RecordAnswer, routes } from './contract.ts'

type Days = { from: string; to: string }

/** Loads one's own record. Works offline. */
export const recordQuery = defineQuery<RecordAnswer, Days>({
  name: 'completionRecord',
  route: routes.record,
  callOf: (days) => ({ query: days }),
  keyOf: ({ from, to }) => `${from}:${to}`,
  keeps: 5,
})

export const recordOfPerson = defineQuery<RecordAnswer, Days & { userid: string }>({
  name: 'completionRecordOf',
  route: routes.record,
  callOf: (wanted) => ({ query: wanted }),
  keyOf: ({ from, to, userid }) => `${from}:${to}:${userid}`,
  noCacheReason: 'Other people’s records are private. Only their managers see them, and no device stores them.',
})

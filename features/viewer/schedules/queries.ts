// Queries for scheduled reports. Devices store none of them, because they reveal recipients.
import { defineQuery } from '#core/sync/query.ts'
import { routes, type ScheduleInput } from './contract.ts'

const neverKept = 'It says whom the firm writes to, and is changed with a connection alone.'

export const schedulesQuery = defineQuery({
  name: 'reportSchedules',
  route: routes.list,
  callOf: (_: object) => ({}),
  noCacheReason: neverKept,
})

export const scheduleRuns = defineQuery({
  name: 'reportScheduleRuns',
  route: routes.runs,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: neverKept,
})

export const scheduleDeliveries = defineQuery({
  name: 'reportScheduleDeliveries',
  route: routes.deliveries,
  callOf: (of: { id: string; run: string }) => ({ params: of }),
  keyOf: ({ run }) => run,
  noCacheReason: neverKept,
})

export const schedulePeople = defineQuery({
  name: 'reportSchedulePeople',
  route: routes.people,
  callOf: (query: Pick<ScheduleInput, 'code' | 'key' | 'id'>) => ({ query }),
  keyOf: ({ code, key, id }) => `${code} ${key} ${id}`,
  noCacheReason: neverKept,
})

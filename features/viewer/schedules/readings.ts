// What is read of mailed reports. They say whom the firm writes to: no device keeps them.
import { defineReading } from '#core/sync/reading.ts'
import { routes, type ScheduleInput } from './contract.ts'

const neverKept = 'It says whom the firm writes to, and is changed with a connection alone.'

export const schedulesReading = defineReading({
  name: 'reportSchedules',
  route: routes.list,
  callOf: (_: object) => ({}),
  neverKept,
})

export const scheduleRuns = defineReading({
  name: 'reportScheduleRuns',
  route: routes.runs,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept,
})

export const scheduleDeliveries = defineReading({
  name: 'reportScheduleDeliveries',
  route: routes.deliveries,
  callOf: (of: { id: string; run: string }) => ({ params: of }),
  keyOf: ({ run }) => run,
  neverKept,
})

export const schedulePeople = defineReading({
  name: 'reportSchedulePeople',
  route: routes.people,
  callOf: (query: Pick<ScheduleInput, 'code' | 'key' | 'id'>) => ({ query }),
  keyOf: ({ code, key, id }) => `${code} ${key} ${id}`,
  neverKept,
})

// What is read of Firm Content: the list stays on the device, its videos play with a connection.
import { defineReading } from '#core/sync/reading.ts'
import { firmContentRoutes as routes } from './contract.ts'

export const firmContentsReading = defineReading({
  name: 'firmContents',
  route: routes.list,
  callOf: () => ({}),
})

export const watchersReading = defineReading({
  name: 'firmContentWatchers',
  route: routes.watchers,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept: 'Who has watched what is asked for in the moment in which it matters.',
})

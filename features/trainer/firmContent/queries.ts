// Queries for Firm Content. The list and the captions of opened videos are stored on the device.
import { defineQuery } from '#core/sync/query.ts'
import { firmContentRoutes as routes } from './contract.ts'

export const firmContentsQuery = defineQuery({
  name: 'firmContents',
  route: routes.list,
  callOf: () => ({}),
})

export const firmCaptionsQuery = defineQuery({
  name: 'firmCaptions',
  route: routes.captions,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
})

export const watchersQuery = defineQuery({
  name: 'firmContentWatchers',
  route: routes.watchers,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'Progress is only read when it’s needed.',
})

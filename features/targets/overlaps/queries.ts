import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

export const overlaps = defineQuery({
  name: 'overlaps',
  route: routes.overlaps,
  callOf: (query: { company: string; contact: string; email: string; limit?: number }) => ({ query }),
  keyOf: (query) => JSON.stringify(query),
  noCacheReason: 'It names targets of colleagues, which may have become private since.',
})

import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

/** The cards written for everyone, for their authors. */
export const authoredInsights = defineQuery({
  name: 'writtenInsights',
  route: routes.written,
  callOf: (_: object) => ({}),
  noCacheReason: 'Insights written for everyone can only be changed online.',
})

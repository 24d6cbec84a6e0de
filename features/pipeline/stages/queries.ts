import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

export const firmStages = defineQuery({ name: 'firmStages', route: routes.stages, callOf: () => ({}), isLive: true })

export const stageOutcomes = defineQuery({
  name: 'stageOutcomes',
  route: routes.outcomes,
  callOf: () => ({}),
  noCacheReason: 'Only admins of the firm see it, in one place.',
})

import { defineQuery } from '#core/sync/query.ts'
import { filingRoutes } from './contract.ts'

export const myFilingQuery = defineQuery({
  name: 'filing',
  route: filingRoutes.read,
  callOf: () => ({}),
  noCacheReason: 'Anyone who knows the address can send to it.',
})

export const firmFilingQuery = defineQuery({
  name: 'firmFiling',
  route: filingRoutes.firm,
  callOf: () => ({}),
  noCacheReason: 'It’s a setting of the whole firm.',
})

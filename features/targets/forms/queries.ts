import { defineQuery } from '#core/sync/query.ts'
import { routes } from './contract.ts'

/** The firm's companies that start with the typed text. */
export const knownCompanies = defineQuery({
  name: 'companies',
  route: routes.companies,
  callOf: (q: string) => ({ query: { q } }),
  keyOf: (q) => q.toLowerCase(),
})

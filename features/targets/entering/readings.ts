import { defineQuery } from '#core/sync/reading.ts'
import { routes } from './contract.ts'

/** What the firm knows of the companies that begin with what is typed. */
export const knownCompanies = defineQuery({
  name: 'companies',
  route: routes.companies,
  callOf: (q: string) => ({ query: { q } }),
  keyOf: (q) => q.toLowerCase(),
})

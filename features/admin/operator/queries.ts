// Queries of operators about other firms and the server. Devices store none of the results.
import { defineQuery, pagesOf } from '#core/sync/query.ts'
import type { AuditSearch } from '../audit/contract.ts'
import { operatorRoutes as routes } from './contract.ts'
import { firmRestoreEndpoints } from './firmRestoreContract.ts'
import { instanceRoutes } from './instancesContract.ts'

const neverKept = 'It contains data of other firms, which no operator’s device can store.'

export const firmsQuery = defineQuery({
  name: 'firms',
  route: routes.firms,
  callOf: (search: { q?: string | undefined }, after) => ({ query: { ...search, after } }),
  keyOf: ({ q = '' }) => q,
  pages: pagesOf('firms'),
  noCacheReason: neverKept,
})

export const firmQuery = defineQuery({
  name: 'oneFirm',
  route: routes.firm,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: neverKept,
})

export const deletedFirmsQuery = defineQuery({
  name: 'deletedFirms',
  route: routes.deletedFirms,
  callOf: () => ({}),
  noCacheReason: neverKept,
})

export const firmRestoresQuery = defineQuery({
  name: 'arrivals',
  route: firmRestoreEndpoints.arrivals,
  callOf: () => ({}),
  noCacheReason: neverKept,
})

export const firmAuditQuery = defineQuery({
  name: 'firmAudit',
  route: routes.audit,
  callOf: ({ id, search }: { id: string; search: AuditSearch }, after) => ({
    params: { id },
    query: { ...search, after },
  }),
  keyOf: (input) => JSON.stringify(input),
  pages: pagesOf('entries'),
  noCacheReason: neverKept,
})

export const healthQuery = defineQuery({
  name: 'health',
  route: routes.health,
  callOf: () => ({}),
  noCacheReason: 'The server’s health is only current for a moment, and it names firms.',
})

export const checksQuery = defineQuery({
  name: 'checks',
  route: routes.checks,
  callOf: () => ({}),
  noCacheReason: 'The server’s health is only current for a moment.',
})

export const instancesQuery = defineQuery({
  name: 'instances',
  route: instanceRoutes.instances,
  callOf: () => ({}),
  noCacheReason: neverKept,
})

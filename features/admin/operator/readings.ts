// What operators read: of other firms, and of the server. None of it stays on their devices.
import { defineReading, pagesOf } from '#core/sync/reading.ts'
import type { AuditSearch } from '../audit/contract.ts'
import { firmRestoreEndpoints } from './arrivalContract.ts'
import { operatorRoutes as routes } from './contract.ts'
import { instanceRoutes } from './instancesContract.ts'

const neverKept = 'It is of other firms, and no device of an operator may be found with it.'

export const firmsReading = defineReading({
  name: 'firms',
  route: routes.firms,
  callOf: (search: { q?: string | undefined }, after) => ({ query: { ...search, after } }),
  keyOf: ({ q = '' }) => q,
  pages: pagesOf('firms'),
  neverKept,
})

export const firmReading = defineReading({
  name: 'oneFirm',
  route: routes.firm,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept,
})

export const deletedFirmsReading = defineReading({
  name: 'deletedFirms',
  route: routes.deletedFirms,
  callOf: () => ({}),
  neverKept,
})

export const arrivalsReading = defineReading({
  name: 'arrivals',
  route: firmRestoreEndpoints.arrivals,
  callOf: () => ({}),
  neverKept,
})

export const firmAuditReading = defineReading({
  name: 'firmAudit',
  route: routes.audit,
  callOf: ({ id, search }: { id: string; search: AuditSearch }, after) => ({
    params: { id },
    query: { ...search, after },
  }),
  keyOf: (input) => JSON.stringify(input),
  pages: pagesOf('entries'),
  neverKept,
})

export const healthReading = defineReading({
  name: 'health',
  route: routes.health,
  callOf: () => ({}),
  neverKept: 'How the server is doing is true for a moment, and names firms.',
})

export const checksReading = defineReading({
  name: 'checks',
  route: routes.checks,
  callOf: () => ({}),
  neverKept: 'How the server is doing is true for a moment.',
})

export const instancesReading = defineReading({
  name: 'instances',
  route: instanceRoutes.instances,
  callOf: () => ({}),
  neverKept,
})

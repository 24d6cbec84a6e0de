import { defineQuery } from '#core/sync/query.ts'
import { routes as ownRoutes } from './ownContract.ts'
import { routes as waysInRoutes } from './signInContract.ts'

export const securityQuery = defineQuery({
  name: 'security',
  route: waysInRoutes.security,
  callOf: () => ({}),
  noCacheReason: 'It shows what protects the account.',
})

export const devicesQuery = defineQuery({
  name: 'devices',
  route: ownRoutes.sessions,
  callOf: () => ({}),
  noCacheReason: 'A person’s sessions change all the time and reveal where they are.',
})

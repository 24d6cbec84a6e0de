import { defineReading } from '#core/sync/reading.ts'
import { routes as ownRoutes } from './ownContract.ts'
import { routes as waysInRoutes } from './waysInContract.ts'

export const securityReading = defineReading({
  name: 'security',
  route: waysInRoutes.security,
  callOf: () => ({}),
  neverKept: 'It says what protects the account.',
})

export const devicesReading = defineReading({
  name: 'devices',
  route: ownRoutes.sessions,
  callOf: () => ({}),
  neverKept: 'Where somebody is signed in is true for a moment, and says where they are.',
})

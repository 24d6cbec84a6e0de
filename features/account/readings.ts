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
  neverKept: 'A person’s sessions change all the time and reveal where they are.',
})

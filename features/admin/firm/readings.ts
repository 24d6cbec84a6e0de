import { defineReading } from '#core/sync/reading.ts'
import { policyRoutes } from '#features/account/policyContract.ts'
import { signOnSetUpRoutes } from '#features/account/signOnContract.ts'
import { scimRoutes } from '../scim/contract.ts'
import { firmRoutes } from './contract.ts'
import { setupRoutes } from './setupContract.ts'

export const ownFirm = defineReading({ name: 'ownFirm', route: firmRoutes.firm, callOf: () => ({}) })

export const firmSetup = defineReading({
  name: 'firmSetup',
  route: setupRoutes.setup,
  callOf: () => ({}),
  neverKept: 'It says how the whole firm signs in.',
})

export const signOnSetUp = defineReading({
  name: 'signOnSetUp',
  route: signOnSetUpRoutes.read,
  callOf: () => ({}),
  neverKept: 'It says how the whole firm signs in.',
})

export const policies = defineReading({
  name: 'policies',
  route: policyRoutes.read,
  callOf: () => ({}),
  neverKept: 'It says how the whole firm signs in.',
})

export const provisioning = defineReading({
  name: 'provisioning',
  route: scimRoutes.read,
  callOf: () => ({}),
  neverKept: 'It names the keys of the directory.',
})

import { defineQuery } from '#core/sync/query.ts'
import { policyRoutes } from '#features/account/policyContract.ts'
import { signOnSetUpRoutes } from '#features/account/signOnContract.ts'
import { scimRoutes } from '../scim/contract.ts'
import { firmRoutes } from './contract.ts'
import { setupRoutes } from './setupContract.ts'

export const ownFirm = defineQuery({ name: 'ownFirm', route: firmRoutes.firm, callOf: () => ({}) })

export const firmSetup = defineQuery({
  name: 'firmSetup',
  route: setupRoutes.setup,
  callOf: () => ({}),
  noCacheReason: 'It shows how the whole firm signs in.',
})

export const ssoSetupQuery = defineQuery({
  name: 'signOnSetUp',
  route: signOnSetUpRoutes.read,
  callOf: () => ({}),
  noCacheReason: 'It shows how the whole firm signs in.',
})

export const policies = defineQuery({
  name: 'policies',
  route: policyRoutes.read,
  callOf: () => ({}),
  noCacheReason: 'It shows how the whole firm signs in.',
})

export const provisioning = defineQuery({
  name: 'provisioning',
  route: scimRoutes.read,
  callOf: () => ({}),
  noCacheReason: 'It names the keys of the directory.',
})

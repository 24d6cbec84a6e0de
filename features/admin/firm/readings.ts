import { defineReading } from '#core/sync/reading.ts'
import { signOnSetUpRoutes } from '#features/account/signOnContract.ts'
import { firmRoutes } from './contract.ts'

export const ownFirm = defineReading({ name: 'ownFirm', route: firmRoutes.firm, callOf: () => ({}) })

export const signOnSetUp = defineReading({
  name: 'signOnSetUp',
  route: signOnSetUpRoutes.read,
  callOf: () => ({}),
  neverKept: 'It says how the whole firm signs in.',
})

import { defineQuery } from '#core/sync/query.ts'
import { mailRoutes } from './mailContract.ts'

export const mailSettings = defineQuery({
  name: 'digestMailSettings',
  route: mailRoutes.settings,
  callOf: (_: object) => ({}),
  noCacheReason: 'Settings for digest emails can only be changed online.',
})

export const returnedMails = defineQuery({
  name: 'digestBounces',
  route: mailRoutes.bounces,
  callOf: (_: object) => ({}),
  noCacheReason: 'Bounced addresses can only be managed online.',
})

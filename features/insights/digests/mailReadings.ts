import { defineReading } from '#core/sync/reading.ts'
import { mailRoutes } from './mailContract.ts'

export const mailSettings = defineReading({
  name: 'digestMailSettings',
  route: mailRoutes.settings,
  callOf: (_: object) => ({}),
  neverKept: 'How digests are mailed is changed with a connection alone.',
})

export const returnedMails = defineReading({
  name: 'digestBounces',
  route: mailRoutes.bounces,
  callOf: (_: object) => ({}),
  neverKept: 'Bounced addresses can only be managed online.',
})

import { defineReading } from '#core/sync/reading.ts'
import { tokenRoutes } from './contract.ts'
import { webhookRoutes } from './webhookContract.ts'

export const tokensReading = defineReading({
  name: 'apiTokens',
  route: tokenRoutes.read,
  callOf: () => ({}),
  neverKept: 'It names the keys of the firm’s programs.',
})

export const webhooksReading = defineReading({
  name: 'webhooks',
  route: webhookRoutes.read,
  callOf: () => ({}),
  neverKept: 'It says where the firm’s programs are.',
})

export const webhookReading = defineReading({
  name: 'oneWebhook',
  route: webhookRoutes.one,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  neverKept: 'What was told is true for a moment, and may hold anything of a target.',
})

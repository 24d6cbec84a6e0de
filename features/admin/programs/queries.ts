import { defineQuery } from '#core/sync/query.ts'
import { tokenRoutes } from './contract.ts'
import { webhookRoutes } from './webhookContract.ts'

export const tokensQuery = defineQuery({
  name: 'apiTokens',
  route: tokenRoutes.read,
  callOf: () => ({}),
  noCacheReason: 'It names the keys of the firm’s programs.',
})

export const webhooksQuery = defineQuery({
  name: 'webhooks',
  route: webhookRoutes.read,
  callOf: () => ({}),
  noCacheReason: 'It says where the firm’s programs are.',
})

export const webhookQuery = defineQuery({
  name: 'oneWebhook',
  route: webhookRoutes.one,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'What was told is true for a moment, and may hold anything of a target.',
})

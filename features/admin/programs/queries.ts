import { defineQuery } from '#core/sync/query.ts'
import { tokenRoutes } from './contract.ts'
import { webhookRoutes } from './webhookContract.ts'

export const tokensQuery = defineQuery({
  name: 'apiTokens',
  route: tokenRoutes.read,
  callOf: () => ({}),
  noCacheReason: 'It names the API tokens of the firm.',
})

export const webhooksQuery = defineQuery({
  name: 'webhooks',
  route: webhookRoutes.read,
  callOf: () => ({}),
  noCacheReason: 'It shows where the firm’s integrations run.',
})

export const webhookQuery = defineQuery({
  name: 'oneWebhook',
  route: webhookRoutes.one,
  callOf: (id: string) => ({ params: { id } }),
  keyOf: (id) => id,
  noCacheReason: 'Deliveries are only current for a moment and can contain any data of a target.',
})

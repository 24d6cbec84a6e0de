import { z } from 'zod'
import { id, messages, text } from '#core/contract/fields.ts'
import { defineRoute, type RouteResponse } from '#core/contract/route.ts'

export const webhookLimits = { url: 500, webhooks: 10, shown: 50, secretHours: 24 } as const

export const OffWhy = z.enum(['hand', 'gone', 'failing', 'behind'])
export type OffWhy = z.infer<typeof OffWhy>

export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  /** Reason why it is off. Null if it is on. */
  off_why: OffWhy.nullable(),
  /** Instant. Null if it works as far as is known. */
  failing_since: z.string().nullable(),
  waiting: z.number(),
  /** Time until which the previous secret signs as well. Null if there is none. */
  old_secret_until: z.string().nullable(),
  made_by: z.string(),
  made_at: z.string(),
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookDelivery = z.object({
  id: z.string(),
  type: z.string(),
  state: z.enum(['waiting', 'sending', 'delivered', 'failed']),
  tries: z.number(),
  /** Status of the last response. Null if there was none. */
  status: z.number().nullable(),
  milliseconds: z.number().nullable(),
  /** Beginning of the response body. */
  answer: z.string(),
  /** Sentence that says why the last attempt failed, or ''. */
  problem: z.string(),
  body: z.string(),
  queued_at: z.string(),
  /** Time of the next attempt. Null if there is none. */
  next_at: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookInput = z.strictObject({
  url: text(webhookLimits.url).min(1, messages.complete),
  events: z
    .array(z.string().max(60))
    .min(1, messages.complete)
    .overwrite((events) => [...new Set(events)]),
})

const onWebhook = z.strictObject({ id })
const nothing = z.strictObject({}).optional()

export const webhookRoutes = {
  read: defineRoute({
    name: 'webhooks.read',
    method: 'GET',
    path: 'admin/webhooks',
    summary: 'List webhook URLs, their events, and the events you can subscribe to',
    answer: z.object({
      events: z.array(z.object({ name: z.string(), label: z.string() })),
      webhooks: z.array(Webhook),
    }),
  }),
  one: defineRoute({
    name: 'webhooks.one',
    method: 'GET',
    path: 'admin/webhooks/:id',
    summary: `A webhook with its last ${webhookLimits.shown} deliveries`,
    params: onWebhook,
    answer: Webhook.extend({ deliveries: z.array(WebhookDelivery) }),
  }),
  add: defineRoute({
    name: 'webhooks.add',
    method: 'POST',
    path: 'admin/webhooks',
    summary: 'Add a webhook; its signing secret is shown only once',
    body: WebhookInput,
    answer: z.object({ secret: z.string(), made: Webhook }),
    hasSecret: true,
  }),
  edit: defineRoute({
    name: 'webhooks.edit',
    method: 'PUT',
    path: 'admin/webhooks/:id',
    summary: 'Change a webhook’s URL or events',
    params: onWebhook,
    body: WebhookInput,
    answer: Webhook,
  }),
  remove: defineRoute({
    name: 'webhooks.remove',
    method: 'DELETE',
    path: 'admin/webhooks/:id',
    summary: 'Remove a webhook; its pending messages are dropped',
    params: onWebhook,
  }),
  rotate: defineRoute({
    name: 'webhooks.rotate',
    method: 'POST',
    path: 'admin/webhooks/:id/secret',
    summary: `Create a new secret, shown only once; the old one keeps signing for ${webhookLimits.secretHours} hours`,
    params: onWebhook,
    body: nothing,
    answer: z.object({ secret: z.string() }),
    hasSecret: true,
  }),
  turn: defineRoute({
    name: 'webhooks.turn',
    method: 'POST',
    path: 'admin/webhooks/:id/turn',
    summary: 'Turn a webhook on or off',
    params: onWebhook,
    body: z.strictObject({ is_on: z.boolean() }),
    answer: Webhook,
  }),
  test: defineRoute({
    name: 'webhooks.test',
    method: 'POST',
    path: 'admin/webhooks/:id/test',
    summary: 'Send a test message to a webhook',
    params: onWebhook,
    body: nothing,
  }),
  again: defineRoute({
    name: 'webhooks.again',
    method: 'POST',
    path: 'admin/webhooks/:id/deliveries/:delivery/again',
    summary: 'Resend a delivery under the same webhook-id',
    params: z.strictObject({ id, delivery: id }),
    body: nothing,
  }),
}
export type WebhookList = RouteResponse<typeof webhookRoutes.read>
export type WebhookDetail = RouteResponse<typeof webhookRoutes.one>

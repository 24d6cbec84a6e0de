// Contract of notification delivery: push devices, quiet hours, and unsubscribing from emails. Contains no rules.
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Settings } from '#core/contract/session.ts'

const clock = z.string({ error: 'Choose a time.' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Choose a time.')
/** 'HH:mm' in the firm's time zone. Two equal times mean no quiet hours. */
export const QuietInput = z.strictObject({ from: clock, to: clock })
export type QuietInput = z.infer<typeof QuietInput>

const Platform = z.enum(['web', 'fcm'])

/** `token` is the browser's subscription as JSON on the web. `UUID` is the device's own ID, created once. */
export const RegisterInput = z.strictObject({
  token: z.string().min(1).max(4096),
  platform: Platform,
  UUID: id,
})
export type RegisterInput = z.infer<typeof RegisterInput>

const link = z.strictObject({ token: z.string().regex(/^[\w-]{64}$/) })
/** Email clients send the first field, the page's own buttons the second. Source: RFC 8058. */
const UnsubscribeInput = z
  .object({ 'List-Unsubscribe': z.string().optional(), turn: z.enum(['on', 'off']).optional() })
  .optional()

export const routes = {
  pushKey: defineRoute({
    name: 'notifications.pushKey',
    method: 'GET',
    path: 'user/push_key',
    summary: 'Get this server’s public key for push subscriptions, and the kinds of devices it sends to',
    answer: z.object({ key: z.string(), sends_to: z.array(Platform) }),
  }),
  register: defineRoute({
    name: 'notifications.register',
    method: 'POST',
    path: 'user/notification-register',
    summary: 'Send pushes to this device',
    body: RegisterInput,
  }),
  unregister: defineRoute({
    name: 'notifications.unregister',
    method: 'POST',
    path: 'user/notification-unregister',
    summary: 'Stop pushes to this device',
    body: z.strictObject({ UUID: z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) }),
  }),
  quietHours: defineRoute({
    name: 'notifications.quietHours',
    method: 'POST',
    path: 'user/quiet_hours',
    summary: 'Get my quiet hours, when emails and pushes are held',
    body: QuietInput,
    answer: z.object({ Settings }),
  }),
  unsubscribePage: defineRoute({
    name: 'notifications.unsubscribePage',
    method: 'GET',
    path: 'unsubscribe/:token',
    summary: 'Show a page that asks whether to stop these emails; changes nothing',
    params: link,
    calledBy: 'browsers, by URL',
  }),
  unsubscribe: defineRoute({
    name: 'notifications.unsubscribe',
    method: 'POST',
    path: 'unsubscribe/:token',
    summary: 'Stop these emails, or turn them back on; no sign-in needed',
    params: link,
    body: UnsubscribeInput,
    isForm: true,
    calledBy: 'email clients',
  }),
}

// Contract of the person's devices, their stored data, and the end of their subscription.
import { z } from 'zod'
import { id, stamp } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const DeviceSession = z.object({
  id: z.string(),
  /** 'Chrome on Windows'. */
  device: z.string(),
  /** IP address that last used the session. */
  address: z.string(),
  created: stamp,
  /** Rounded to the hour. */
  used: stamp,
  /** True for the session that makes the request. */
  current: z.boolean(),
  /** Name of the person who switched, or ''. */
  by: z.string(),
})
export type DeviceSession = z.infer<typeof DeviceSession>
/** A device that was signed out to be wiped. */
export const WipedDevice = z.object({
  id: z.string(),
  device: z.string(),
  address: z.string(),
  asked: stamp,
  /** When the device confirmed the wipe. Null until it has been online. */
  wiped: stamp.nullable(),
})
export type WipedDevice = z.infer<typeof WipedDevice>
const sessions = z.object({ sessions: z.array(DeviceSession), wipes: z.array(WipedDevice) })
export type OwnDevices = z.infer<typeof sessions>
const nothing = z.strictObject({}).optional()

export const cancelAsked = 'We’ve received your request to cancel. Someone from Pursuit will email you.'

export const routes = {
  sessions: defineRoute({
    name: 'account.sessions',
    method: 'GET',
    path: 'user/sessions',
    summary: 'List my sessions, most recently used first',
    answer: sessions,
  }),
  endSession: defineRoute({
    name: 'account.endSession',
    method: 'DELETE',
    path: 'user/sessions/:id',
    summary: 'Sign out one of my devices right away',
    params: z.strictObject({ id }),
    answer: sessions,
  }),
  wipeSession: defineRoute({
    name: 'account.wipeSession',
    method: 'POST',
    path: 'user/sessions/:id/wipe',
    summary: 'Sign out one of my lost devices, which deletes everything it stores about me when it’s next online',
    params: z.strictObject({ id }),
    body: nothing,
    answer: sessions,
  }),
  wiped: defineRoute({
    name: 'account.wiped',
    method: 'POST',
    path: 'user/wiped',
    summary: 'Report that a device has been wiped; takes the token of its ended session',
    body: z.strictObject({ token: z.string().max(100) }),
  }),
  endOtherSessions: defineRoute({
    name: 'account.endOtherSessions',
    method: 'POST',
    path: 'user/sessions/end_others',
    summary: 'Sign out all of my devices but this one',
    body: nothing,
    answer: sessions,
  }),
  myData: defineRoute({
    name: 'account.myData',
    method: 'GET',
    path: 'user/data',
    summary: 'Export everything Pursuit stores about me as a JSON file',
    answer: z.record(z.string(), z.unknown()),
  }),
  myWorkbook: defineRoute({
    name: 'account.myWorkbook',
    method: 'GET',
    path: 'user/workbook',
    summary: 'Export everything I can see as an Excel workbook with a sheet for each kind, or as a ZIP of CSV files',
    query: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx') }),
    answer: z.string(),
  }),
  cancelSubscription: defineRoute({
    name: 'account.cancelSubscription',
    method: 'POST',
    path: 'user/cancel_subscription',
    summary: 'Ask Pursuit to cancel my subscription (firms of one person)',
    body: nothing,
    answer: z.object({ message: z.string() }),
  }),
}

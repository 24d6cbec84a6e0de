// Firebase Cloud Messaging (HTTP v1), which reaches iOS by way of Apple's service.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { jsonIn } from '#core/contract/jsonIn.ts'
import { type AllowedHosts, addressProblem, isAllowedAddress, isPublic } from '../outboundAddress.ts'
import { NobodyThere, NotTaken, Undeliverable } from './deliveries.ts'
import { accessTokens, type FcmAccount } from './fcmAccount.ts'
import type { Origin } from './links.ts'
import type { Push } from './outgoing.ts'
import { AccountRefused, describePlatform, type Platform, TTL_SECONDS } from './platform.ts'
import { post, type Resolve } from './post.ts'

/** `url` replaces Google's origin. */
export type FcmSettings = { account: FcmAccount; url?: string | undefined }

export type FcmOptions = FcmSettings & {
  origin: Origin
  allowed?: AllowedHosts | undefined
  /** For tests. */
  ca?: string | undefined
  resolve?: Resolve | undefined
}

/**
 * A repeated push replaces the first on the phone, so unanswered ones are retried. Throws `NobodyThere`, `NotTaken`,
 * `Undeliverable`, `AccountRefused`, or a connection error.
 */
export function fcmPlatform({ account, url: service, origin, allowed = [], ca, resolve }: FcmOptions): Platform {
  const url = new URL(`/v1/projects/${account.project_id}/messages:send`, service ?? 'https://fcm.googleapis.com')
  const tokens = accessTokens(account, allowed)
  const isOpen = isAllowedAddress(url, allowed) ? () => true : isPublic
  return async ({ endpoint }, push, { id, signal }) => {
    const problem = addressProblem(url, allowed)
    if (problem) throw new AccountRefused(`Pushes can’t go to ${url.host}: ${problem}`)
    const body = JSON.stringify({ message: messageOf(endpoint, describePlatform(push, origin()), id) })
    const token = await tokens.current()
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const { status, text } = await post({ url, headers, body, isOpen, lastWord: async () => {}, signal, ca, resolve })
    if (status === 401) tokens.forget(token)
    judge(status, text, url.host)
  }
}

function messageOf(token: string, { title, body, path, tag }: Push, id: string) {
  const place = placeOf(tag ?? id)
  return {
    token,
    notification: { title, body },
    data: { path, ...(tag && { tag }) },
    android: { ttl: `${TTL_SECONDS}s`, priority: 'HIGH', collapse_key: place, notification: { tag: place } },
    apns: {
      headers: {
        'apns-expiration': String(Math.floor(Date.now() / 1000) + TTL_SECONDS),
        'apns-collapse-id': place,
      },
      payload: { aps: { sound: 'default', ...(tag && { 'thread-id': tag }) } },
    },
  }
}

/** Apple accepts up to 64 bytes. */
const placeOf = (tag: string) =>
  Buffer.byteLength(tag) <= 64 ? tag : createHash('sha256').update(tag).digest('base64url')

const Refused = z.object({
  error: z.object({
    details: z.array(
      z.object({
        // Limits what gets into a message.
        errorCode: z
          .string()
          .regex(/^[A-Z_]{1,40}$/)
          .optional()
          .catch(undefined),
        fieldViolations: z
          .array(z.object({ field: z.string() }))
          .optional()
          .catch(undefined),
      }),
    ),
  }),
})

function judge(status: number, text: string, host: string): void {
  if (status >= 200 && status < 300) return
  const { code, fields } = reasonsIn(text)
  const isDead =
    (status === 404 && code === 'UNREGISTERED') ||
    (status === 403 && code === 'SENDER_ID_MISMATCH') ||
    (status === 400 && code === 'INVALID_ARGUMENT' && fields.includes('message.token'))
  if (isDead) throw new NobodyThere()
  const said = `${host} answered ${status}${code ? ` ${code}` : ''}.`
  if (status >= 500 || [401, 408, 429].includes(status)) throw new NotTaken(said)
  // The project doesn't exist or can't send.
  if (status === 403 || status === 404) throw new AccountRefused(said)
  throw new Undeliverable(said)
}

function reasonsIn(text: string): { code: string | undefined; fields: string[] } {
  const said = Refused.safeParse(jsonIn(text))
  const details = said.success ? said.data.error.details : []
  return {
    code: details.find(({ errorCode }) => errorCode)?.errorCode,
    fields: details.flatMap(({ fieldViolations }) => fieldViolations?.map(({ field }) => field) ?? []),
  }
}

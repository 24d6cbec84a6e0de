// Browsers get encrypted pushes through the service they named, phones through `fcm.ts`.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RequestOptions } from 'web-push'
import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import { type AllowedHosts, addressProblem, isAllowedAddress, isPublic } from '../outboundAddress.ts'
import { NobodyThere, NotTaken, type OutgoingDelivery, type Send, Undeliverable } from './deliveries.ts'
import { type FcmSettings, fcmPlatform } from './fcm.ts'
import type { Origin } from './links.ts'
import { writeToOutbox } from './outbox.ts'
import type { Push } from './outgoing.ts'
import { AccountRefused, describePlatform, type Platform, type Registered, TTL_SECONDS } from './platform.ts'
import { NotAllowed, post, type Resolve } from './post.ts'
import { pushKeys } from './registrations.ts'

export type PushOptions = {
  origin: Origin
  /** Contact for push services, 'mailto:…', without an https address. */
  contact: string
  /** The local outbox. If in use, it gets a copy of each push. */
  directory?: string | undefined
  allowed?: AllowedHosts | undefined
  /** Null turns off pushes to phones. */
  fcm?: FcmSettings | null | undefined
  /** For tests. */
  ca?: string | undefined
  resolve?: Resolve | undefined
}

/** Consecutive failures before a device is removed. */
const FAILURES = 5

export function pushSender(database: Database, options: PushOptions): Send {
  const { fcm } = options
  const platforms: Record<Registered['platform'], Platform | undefined> = {
    web: webPlatform(database, options),
    fcm: fcm ? fcmPlatform({ ...options, ...fcm }) : undefined,
  }
  return async (delivery, lastWord, signal) => {
    const { push } = delivery.content as { push: Push }
    if (!delivery.device) return options.directory ? copy(database, options.directory, delivery, push) : undefined
    const registered = await registrationOf(database, delivery)
    if (!registered) throw new NobodyThere()
    const platform = platforms[registered.platform]
    if (!platform) throw new AccountRefused(`Nothing sends to ${registered.platform} here.`)
    try {
      await platform(registered, push, { id: delivery.id, lastWord, signal })
    } catch (error) {
      if (error instanceof NobodyThere) await drop(database, delivery)
      if (error instanceof Undeliverable && !(error instanceof AccountRefused))
        await count(database, delivery, 'failed')
      throw error
    }
    // A failed reset must not make a sent push unconfirmed.
    await count(database, delivery, 'reset').catch(() => {})
  }
}

function webPlatform(database: Database, { origin, contact, allowed = [], ca, resolve }: PushOptions): Platform {
  let keys: ReturnType<typeof pushKeys> | undefined
  return async ({ endpoint, keys: theirs }, push, { lastWord, signal }) => {
    keys ??= pushKeys(database)
    keys.catch(() => {
      keys = undefined
    })
    const site = origin()
    if (addressProblem(endpoint, allowed)) throw new NobodyThere()
    const url = new URL(endpoint)
    const vapidDetails = { subject: site.startsWith('https:') ? site : contact, ...(await keys) }
    const { headers, body } = await encrypt(endpoint, theirs, JSON.stringify(describePlatform(push, site)), {
      vapidDetails,
      tag: push.tag,
    })
    const isOpen = isAllowedAddress(url, allowed) ? () => true : isPublic
    try {
      const { status } = await post({ url, headers, body, isOpen, lastWord, signal, ca, resolve })
      judge(status, url.host)
    } catch (error) {
      if (error instanceof NotAllowed) throw new NobodyThere()
      throw error
    }
  }
}

type Encryption = { vapidDetails: RequestOptions['vapidDetails']; tag: string | undefined }

async function encrypt(endpoint: string, keys: Registered['keys'], payload: string, { vapidDetails, tag }: Encryption) {
  // Imported on first use, because every start would wait for it.
  const { default: webPush } = await import('web-push')
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, {
      TTL: TTL_SECONDS,
      vapidDetails: vapidDetails!,
      ...(tag && { topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32) }),
    })
    return { headers: headers as Record<string, string | number>, body }
  } catch (error) {
    throw new Undeliverable(`This device’s keys can’t be used: ${(error as Error).message}`)
  }
}

function judge(status: number, host: string): void {
  if (status >= 200 && status < 300) return
  if (status === 404 || status === 410) throw new NobodyThere()
  const said = `${host} answered ${status}.`
  if (status >= 500 || status === 408 || status === 429) throw new NotTaken(said)
  throw new Undeliverable(said)
}

async function registrationOf(
  database: Database,
  { orgId, recipient, device }: OutgoingDelivery,
): Promise<Registered | undefined> {
  return withoutRls(database, async (tx) => {
    const { rows } = await tx.sql<Registered>`
      select platform, endpoint, keys from push_registrations
      where org_id = ${orgId} and user_id = ${recipient} and device = ${device}`
    return rows[0]
  })
}

const drop = (database: Database, { orgId, recipient, device }: OutgoingDelivery) =>
  withoutRls(database, async (tx) => {
    await tx.sql`delete from push_registrations
      where org_id = ${orgId} and user_id = ${recipient} and device = ${device}`
  })

/** Removes a device that keeps failing. */
const count = (database: Database, { orgId, recipient, device: given }: OutgoingDelivery, what: 'failed' | 'reset') =>
  withoutRls(database, async (tx) => {
    const device = sql`org_id = ${orgId} and user_id = ${recipient} and device = ${given}`
    if (what === 'reset')
      return void (await tx.sql`update push_registrations set failures = 0 where ${device} and failures > 0`)
    await tx.sql`update push_registrations set failures = failures + 1 where ${device}`
    await tx.sql`delete from push_registrations where ${device} and failures >= ${FAILURES}`
  })

/** For trying out Pursuit, even without a device. */
async function copy(database: Database, directory: string, delivery: OutgoingDelivery, push: Push): Promise<void> {
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<{
        email: string
      }>`select email from users where org_id = ${delivery.orgId} and id = ${delivery.recipient}`,
  )
  const written = { to: rows[0]?.email ?? delivery.recipient, ...push }
  await writeToOutbox(directory, 'push', delivery, `${JSON.stringify(written, null, 2)}\n`)
}

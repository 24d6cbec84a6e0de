// Where a person's pushes go, and the keys by which push services know this deployment.
import { sql } from 'kysely'
import { z } from 'zod'
import { asSystem, inFirm, type Tx } from '../database/firm.ts'
import type { Database } from '../database/open.ts'

const base64url = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+=*$/)
    .refine((text) => Buffer.from(text, 'base64url').length === bytes)

/** `device` is the id that a device made for itself. web: what PushSubscription.toJSON() says; fcm: the token as endpoint. */
export const Registration = z.discriminatedUnion('platform', [
  z.object({
    platform: z.literal('web'),
    device: z.guid(),
    // Where the name leads is looked at each time before it is asked: see post.ts.
    endpoint: z.url({ protocol: /^https$/ }).max(2048),
    keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  }),
  z.object({ platform: z.literal('fcm'), device: z.guid(), endpoint: z.string().min(1).max(4096) }),
])
export type Registration = z.infer<typeof Registration>

/**
 * The kinds of devices that this deployment sends to, for `attach`. Others may register: nothing is queued for them, and nothing
 * counts on them. `fcm`: its account for phones.
 */
export const sentPlatformsOf = (fcm: object | null): readonly Registration['platform'][] =>
  fcm ? ['web', 'fcm'] : ['web']

type Owner = { orgId: string; userId: string }

/**
 * From now on this device shows this person's pushes, and nobody else's, while the session of `tokenHash` lasts, if one is given; where it has ended, nothing.
 * Transactions of its own: who was there before may be of another firm, whose rows may be on another node.
 */
export async function registerPush(
  database: Database,
  { orgId, userId, tokenHash = null }: Owner & { tokenHash?: Buffer | null },
  registration: Registration,
): Promise<void> {
  const { platform, device, endpoint } = registration
  const keys = JSON.stringify(registration.platform === 'web' ? registration.keys : {})
  await asSystem(database, (tx) => sql`select delete_push_endpoint(${endpoint})`.execute(tx))
  await inFirm(database, orgId, async (tx) => {
    if (tokenHash) {
      const session = sql`select 1 from sessions where org_id = ${orgId} and token_hash = ${tokenHash} for key share`
      if ((await session.execute(tx)).rows.length === 0) return
    }
    await sql`
      insert into push_registrations (org_id, user_id, device, platform, endpoint, keys, token_hash)
      values (${orgId}, ${userId}, ${device}, ${platform}, ${endpoint}, ${keys}::jsonb, ${tokenHash})
      on conflict (org_id, user_id, device) do update set platform = excluded.platform, endpoint = excluded.endpoint,
        keys = excluded.keys, token_hash = excluded.token_hash, failures = 0, created_at = excluded.created_at`.execute(
      tx,
    )
  })
}

/** Without a device: all of the person's. */
export async function unregisterPush(tx: Tx, { orgId, userId }: Owner, device?: string): Promise<void> {
  await sql`
    delete from push_registrations where org_id = ${orgId} and user_id = ${userId}
      and (${device ?? null}::uuid is null or device = ${device ?? null}::uuid)`.execute(tx)
}

/** For browsers, base64url; made when there is none yet. Works in a firm's transaction too. */
export async function publicKey(tx: Tx): Promise<string> {
  const { rows } = await sql<{ key: string | null }>`select push_public_key() as key`.execute(tx)
  if (rows[0]?.key) return rows[0].key
  const { default: webPush } = await import('web-push')
  const made = webPush.generateVAPIDKeys()
  const kept = await sql<{ key: string }>`select store_push_keys(${made.publicKey}, ${made.privateKey}) as key`.execute(
    tx,
  )
  return kept.rows[0]!.key
}

/** Both halves, for the sender. */
export function pushKeys(database: Database): Promise<{ publicKey: string; privateKey: string }> {
  return asSystem(database, async (tx) => {
    await publicKey(tx)
    const { rows } = await sql<{ public_key: string; private_key: string }>`
      select public_key, private_key from push_keys`.execute(tx)
    return { publicKey: rows[0]!.public_key, privateKey: rows[0]!.private_key }
  })
}

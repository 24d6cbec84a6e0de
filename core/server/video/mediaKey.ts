// 256 random bits, stored as a hash, one key at a time, with a rate limit.
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { audit } from '../audit.ts'
import type { Database } from '../database/open.ts'
import { currentOrgId } from '../database/tenant.ts'
import { withOrg } from '../database/tx.ts'
import type { Dependencies } from '../dependencies.ts'
import { authenticateFirmKey, type KeyKind } from '../firmKeys.ts'
import { defineHandler, firmAdmin, type Handler, notWhileSwitched } from '../routes.ts'
import { stillAllowed } from '../stillAllowed.ts'
import { newToken } from '../tokens.ts'
import { MEDIA_PATH, routes } from './keyContract.ts'
import { projectOf } from './projects.ts'

/** Rate limit per firm. */
export const MEDIA_CALLS_PER_MINUTE = 600

export const mediaKeyRoutes = (means: Dependencies): Handler[] => [
  defineHandler(routes.read, firmAdmin, async ({ tx, session, request }) => {
    const { rows } = await tx.sql<{ made_at: string; used_at: string | null }>`
      select made_at, used_at from video_keys where org_id = ${currentOrgId}`
    const address = new URL(MEDIA_PATH, means.siteUrl() ?? `${request.protocol}://${request.host}`).href
    return { address, project_id: projectOf(session.org.id), key: rows[0] ?? null }
  }),
  // Long, because its response is shown once and never stored.
  defineHandler(
    routes.make,
    notWhileSwitched(firmAdmin),
    ({ session, database }) =>
      withOrg(database, session.org.id, async (tx) => {
        await stillAllowed(tx, session, firmAdmin)
        const { token, hash } = newToken(session.org.id)
        await tx.sql`
          insert into video_keys (org_id, token_hash, made_by) values (${currentOrgId}, ${hash}, ${session.actor.id})
          on conflict (org_id) do update set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = excluded.made_at, used_at = null`
        await audit(tx, session, { action: 'video.key_made' })
        return { key: token }
      }),
    { isLong: true, whenRepeated: 'A repeat creates another key, and the previous one stops working.' },
  ),
  defineHandler(routes.end, notWhileSwitched(firmAdmin), async ({ tx, session }) => {
    const { rows } = await tx.sql`delete from video_keys where org_id = ${currentOrgId} returning 1`
    if (rows.length > 0) await audit(tx, session, { action: 'video.key_ended' })
  }),
]

export type MediaCaller = { orgId: string }

const mediaKeys: KeyKind = {
  scope: 'media',
  callsPerMinute: MEDIA_CALLS_PER_MINUTE,
  table: sql`video_keys`,
  columns: sql`t.org_id as id, '' as name`,
  // Firm Content is a part of the Trainer, so the firm needs both features.
  flags: [{ name: 'trainer' }, { name: 'trainer.branded' }],
}

/** Throws 401 for an invalid key or a suspended or closing firm, 403 without Firm Content, and 429 beyond the limit. */
export async function authenticateMediaCaller(call: {
  request: FastifyRequest
  database: Database
}): Promise<MediaCaller> {
  const { orgId } = await authenticateFirmKey(call, mediaKeys)
  return { orgId }
}

// Directory tokens: 256 random bits each, stored as a hash, and rate limited.

import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { invalid, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { authenticateFirmKey, type KeyKind, lockKeys } from '#core/server/firmKeys.ts'
import { newId } from '#core/server/ids.ts'
import { defineHandler, firmAdmin, type Handler, notWhileSwitched } from '#core/server/routes.ts'
import { stillAllowed } from '#core/server/stillAllowed.ts'
import { newToken } from '#core/server/tokens.ts'
import { type ProvisioningState, scimRoutes as routes, SCIM_PATH, type ScimToken, scimLimits } from '../contract.ts'

/** Calls per minute and token. A directory's first run over thousands of people continues more slowly. */
export const SCIM_CALLS_PER_MINUTE = 1200

const owner = notWhileSwitched(firmAdmin)

export const scimSetUp = (means: Dependencies): Handler[] => {
  const addressIn = (request: FastifyRequest) =>
    new URL(SCIM_PATH, means.siteUrl() ?? `${request.protocol}://${request.host}`).href
  return [
    defineHandler(routes.read, firmAdmin, ({ tx, request }) => provisioningOf(tx, addressIn(request))),
    // Marked as long, because the response shows the token once and must not be stored for replay.
    defineHandler(
      routes.makeToken,
      owner,
      ({ session, body, database }) =>
        withOrg(database, session.org.id, async (tx) => {
          await stillAllowed(tx, session, owner)
          await lockKeys(tx)
          const { rows } = await tx.sql<{
            n: number
          }>`select count(*)::int as n from scim_tokens where org_id = ${currentOrgId}`
          if (rows[0]!.n >= scimLimits.tokens)
            throw invalid({ name: `A firm can have up to ${scimLimits.tokens} keys.` })
          const { token, hash } = newToken(session.org.id)
          const { rows: made } = await tx.sql<ScimToken>`
            insert into scim_tokens (org_id, id, name, token_hash, made_by_id)
            values (${currentOrgId}, ${newId()}, ${body.name}, ${hash}, ${session.actor.id}) returning id, name, made_at, used_at`
          await audit(tx, session, { action: 'scim.key_made', subject: { id: made[0]!.id, name: body.name } })
          return { token, made: made[0]! }
        }),
      { isLong: true, whenRepeated: 'A repeat creates another key, which the list shows.' },
    ),
    defineHandler(routes.endToken, owner, async ({ tx, session, params }) => {
      const { rows } = await tx.sql<{ id: string; name: string }>`
        delete from scim_tokens where org_id = ${currentOrgId} and id = ${params.id} returning id, name`
      if (!rows[0]) throw notFound()
      await audit(tx, session, { action: 'scim.key_ended', subject: rows[0] })
    }),
    defineHandler(routes.changeLeaving, owner, async ({ tx, session, body, request }) => {
      const before = await provisioningOf(tx, addressIn(request))
      const { rows } = await tx.sql<{ id: string }>`
        select id from users where org_id = ${currentOrgId} and id = ${body.heir_id} and deactivated_at is null`
      if (body.heir_id !== null && !rows[0]) throw invalid({ heir_id: cannotFind('person') })
      if (body.leaves_to === 'heir' && body.heir_id === null) throw invalid({ heir_id: 'Choose a person.' })
      await tx.sql`update orgs set leaves_to = ${body.leaves_to}, heir_id = ${body.heir_id} where id = ${currentOrgId}`
      const after = await provisioningOf(tx, addressIn(request))
      await audit(tx, session, {
        action: 'scim.leaving_changed',
        details: {
          leaves_to: { from: before.leaves_to, to: after.leaves_to },
          heir: { from: before.heir?.name ?? 'nobody', to: after.heir?.name ?? 'nobody' },
        },
      })
      return after
    }),
  ]
}

async function provisioningOf(tx: Tx, address: string): Promise<ProvisioningState> {
  const { rows: tokens } = await tx.sql<ScimToken>`
    select id, name, made_at, used_at from scim_tokens where org_id = ${currentOrgId} order by made_at, id`
  const { rows } = await tx.sql<Pick<ProvisioningState, 'leaves_to' | 'heir'>>`
    select o.leaves_to, case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as heir
    from orgs o left join users u on u.org_id = o.id and u.id = o.heir_id and u.deactivated_at is null where o.id = ${currentOrgId}`
  return { address, tokens, ...rows[0]! }
}

export type Directory = { orgId: string; tokenId: string; name: string; firmName: string }

const scimKeys: KeyKind = {
  scope: 'scim',
  callsPerMinute: SCIM_CALLS_PER_MINUTE,
  table: sql`scim_tokens`,
  columns: sql`t.id, t.name`,
}

/**
 * Throws 401 for an invalid token and for a firm that is suspended or scheduled for deletion, 429 beyond the rate
 * limit.
 */
export async function authenticateDirectory(call: { request: FastifyRequest; database: Database }): Promise<Directory> {
  const { orgId, id, name, firmName } = await authenticateFirmKey(call, scimKeys)
  return { orgId, tokenId: id, name, firmName }
}

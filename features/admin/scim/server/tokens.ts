// The keys by which a firm's directory is let in: 256 random bits each, stored as a hash, and counted.
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import { asSystem, firm, inFirm, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { newId } from '#core/server/ids.ts'
import type { Means } from '#core/server/means.ts'
import { firmAdmin, notWhileSwitched, type Served, serve } from '#core/server/routes.ts'
import { newToken, readToken } from '#core/server/tokens.ts'
import { type Provisioning, scimRoutes as routes, SCIM_PATH, type ScimToken, scimLimits } from '../contract.ts'

/** Calls of one key in a minute: a directory's first run over thousands of people goes on, slower. */
export const CALLS_PER_MINUTE = 1200

const owner = notWhileSwitched(firmAdmin)

export const scimSetUp = (means: Means): Served[] => {
  const addressIn = (request: FastifyRequest) =>
    new URL(SCIM_PATH, means.siteUrl() ?? `${request.protocol}://${request.host}`).href
  return [
    serve(routes.read, firmAdmin, ({ tx, request }) => provisioningOf(tx, addressIn(request))),
    // Long: its answer is seen once, and kept as no first answer.
    serve(
      routes.makeToken,
      owner,
      ({ session, body, database }) =>
        inFirm(database, session.org.id, async (tx) => {
          const { rows } = await sql<{
            n: number
          }>`select count(*)::int as n from scim_tokens where org_id = ${firm}`.execute(tx)
          if (rows[0]!.n >= scimLimits.tokens) throw invalid({ name: `A firm has at most ${scimLimits.tokens} keys.` })
          const { token, hash } = newToken(session.org.id)
          const { rows: made } = await sql<ScimToken>`
            insert into scim_tokens (org_id, id, name, token_hash) values (${firm}, ${newId()}, ${body.name}, ${hash}) returning id, name, made_at, used_at`.execute(
            tx,
          )
          await audit(tx, session, { action: 'scim.key_made', subject: { id: made[0]!.id, name: body.name } })
          return { token, made: made[0]! }
        }),
      { isLong: true, whenRepeated: 'Another key is made, which its list shows.' },
    ),
    serve(routes.endToken, owner, async ({ tx, session, params }) => {
      const { rows } = await sql<{ id: string; name: string }>`
        delete from scim_tokens where org_id = ${firm} and id = ${params.id} returning id, name`.execute(tx)
      if (!rows[0]) throw notFound()
      await audit(tx, session, { action: 'scim.key_ended', subject: rows[0] })
    }),
    serve(routes.changeLeaving, owner, async ({ tx, session, body, request }) => {
      const before = await provisioningOf(tx, addressIn(request))
      const { rows } = await sql<{ id: string }>`
        select id from users where org_id = ${firm} and id = ${body.heir_id} and deactivated_at is null`.execute(tx)
      if (body.heir_id !== null && !rows[0]) throw invalid({ heir_id: 'This person could not be found.' })
      if (body.leaves_to === 'heir' && body.heir_id === null) throw invalid({ heir_id: 'Please choose somebody.' })
      await sql`update orgs set leaves_to = ${body.leaves_to}, heir_id = ${body.heir_id} where id = ${firm}`.execute(tx)
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

async function provisioningOf(tx: Tx, address: string): Promise<Provisioning> {
  const { rows: tokens } = await sql<ScimToken>`
    select id, name, made_at, used_at from scim_tokens where org_id = ${firm} order by made_at, id`.execute(tx)
  const { rows } = await sql<Pick<Provisioning, 'leaves_to' | 'heir'>>`
    select o.leaves_to, case when u.id is not null then json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) end as heir
    from orgs o left join users u on u.org_id = o.id and u.id = o.heir_id and u.deactivated_at is null where o.id = ${firm}`.execute(
    tx,
  )
  return { address, tokens, ...rows[0]! }
}

/** Whose key a call brings. */
export type Directory = { orgId: string; tokenId: string; name: string; firmName: string }

const noKey = () => new Refusal('no_key', 'This key is not known here, or has ended.', 401)

/** Throws 401 for what is no key, 429 beyond the limit. */
export async function admitDirectory(call: {
  request: FastifyRequest
  database: Database
  now: string
}): Promise<Directory> {
  const token = readToken(/^Bearer (\S+)$/i.exec(call.request.headers.authorization ?? '')?.[1] ?? '')
  if (!token) throw noKey()
  const { rows } = await inFirm(
    call.database,
    token.orgId,
    (tx) =>
      sql<{ id: string; name: string; firm_name: string; is_idle: boolean }>`
      select t.id, t.name, o.name as firm_name, coalesce(t.used_at < now() - interval '1 minute', true) as is_idle
      from scim_tokens t join orgs o on o.id = t.org_id where t.org_id = ${firm} and t.token_hash = ${token.hash}`.execute(
        tx,
      ),
    { isQuiet: true },
  )
  const key = rows[0]
  if (!key) throw noKey()
  await count(call.database, key.id)
  if (key.is_idle)
    await inFirm(call.database, token.orgId, (tx) =>
      sql`update scim_tokens set used_at = now() where org_id = ${firm} and id = ${key.id}`.execute(tx),
    )
  return { orgId: token.orgId, tokenId: key.id, name: key.name, firmName: key.firm_name }
}

async function count(database: Database, tokenId: string): Promise<void> {
  const { rows } = await asSystem(database, (tx) =>
    sql<{ tries: number; wait: number }>`
    insert into guesses as g (scope, subject, window_start, tries) values ('scim', ${tokenId}, date_trunc('minute', now()), 1)
    on conflict (scope, subject, window_start) do update set tries = g.tries + 1
    returning tries, ceil(extract(epoch from window_start + interval '1 minute' - now()))::int as wait`.execute(tx),
  )
  const { tries, wait } = rows[0]!
  if (tries > CALLS_PER_MINUTE)
    throw new Refusal('too_many', 'Too many calls. Please wait a little.', 429, undefined, Math.max(1, wait))
}

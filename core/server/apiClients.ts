// API clients authenticated by a firm admin's token. They read what firm admins can, except private targets, and make
// changes only on behalf of a person. See `docs/decisions/0065`.

import { sql } from 'kysely'
import { type ApiScope, scopeLabels } from '#core/contract/apiScope.ts'
import { errorMessages, Refusal } from '#core/contract/errors.ts'
import { isGuid } from '#core/contract/guid.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { Lists } from '#core/contract/session.ts'
import type { Stages } from '#core/contract/stages.ts'
import type { Actor, Context } from '#core/sync/protocol.ts'
import { currentOrgId } from './database/tenant.ts'
import type { Tx } from './database/tx.ts'
import { linkKeyOf, type StoredLinkKey } from './files/linkKey.ts'
import type { Handler } from './routes.ts'
import { type FirmRow, firmIn, type Program, type SignedInSession } from './sessions.ts'

export const noProgram = () => new Refusal('no_token', 'Unknown or expired token.', 401)

type Row = StoredLinkKey &
  FirmRow & {
    id: string
    token_name: string
    scopes: ApiScope[]
    is_closed: boolean
    lists: Lists | null
    stages: Stages | null
  }

/** No person has the client's ID, so it owns no rows. Throws 401 for a revoked token and while the firm is closed. */
export async function findProgram(tx: Tx, tokenHash: Buffer, now: string): Promise<SignedInSession> {
  const {
    rows: [row],
  } = await tx.send(sql<Row>`
    select t.id, t.name as token_name, t.scopes, o.is_closed,
      o.id as org_id, o.name, o.category_name, o.access, o.time_zone, o.subscriptions, o.link_key, o.link_sealed, o.logo_id, o.lists, o.stages
    from api_tokens t join orgs o on o.id = t.org_id
    where t.org_id = ${currentOrgId} and t.token_hash = ${tokenHash} and t.ends_at > ${now}::timestamptz`)
  if (!row) throw noProgram()
  if (row.is_closed) throw new Refusal('suspended', errorMessages.suspended, 401)
  return {
    actor: { id: row.id, first_name: row.token_name, last_name: '', role: 'admin' },
    tokenHash,
    sessionId: row.id,
    isIdle: false,
    isEnrolling: false,
    program: { name: row.token_name, scopes: row.scopes },
    user: { email: '', phone: '', settings: {} },
    org: firmIn(row, { linkKey: () => linkKeyOf(tx, row.org_id, row), lists: row.lists, stages: row.stages }),
  }
}

/** Routes without a scope are closed to API clients. */
export function refuseClosed({ route }: Pick<Handler, 'route'>, program: Program | undefined): void {
  if (!route.scope) throw new Refusal('closed_to_programs', 'API tokens can’t make this call.', 403)
  if (!program?.scopes.includes(route.scope))
    throw new Refusal(
      'scope_missing',
      `This token lacks the scope ${route.scope}: ${scopeLabels[route.scope].label}.`,
      403,
    )
}

/**
 * The person, by ID or email, counts as the actor and the client as the impersonator. As for a manager, `by` excludes
 * private targets.
 */
export async function apiClientContext(
  tx: Tx,
  { actor }: SignedInSession,
  named: string | undefined,
  { proxy }: Handler,
  given: Omit<Context, 'actor' | 'by'>,
): Promise<Context> {
  if (!proxy) {
    if (named !== undefined)
      throw new Refusal('invalid', 'This call covers the whole firm. Leave out X-Proxy-For.', 400)
    return { ...given, actor }
  }
  if (named === undefined)
    throw new Refusal('person_missing', 'Set X-Proxy-For to the email or ID of the person to act for.', 400)
  const { rows } = await tx.sql<Actor>`
    select id, first_name, last_name, role from users
    where org_id = ${currentOrgId} and deactivated_at is null and ${isGuid(named) ? sql`id = ${named}` : sql`lower(email) = ${named.toLowerCase()}`}`
  const person = rows[0]
  if (!person) throw new Refusal('not_found', cannotFind('person'), 404)
  return { ...given, actor: person, by: person }
}

/** Throws for a route that is public or reserved for people. */
export function refuseUnopenable({ route, policy }: Handler): void {
  if (!route.scope) return
  if (policy.isPublic || policy.isOwn || route.hasSecret || route.isStream || route.isBytes || route.files)
    throw new Error(`The route ${route.name} can’t be open to programs: it is public, a person’s own, or secret.`)
  if ((route.method === 'GET' || route.method === 'HEAD') !== route.scope.endsWith(':read'))
    throw new Error(
      `The route ${route.name} has the scope ${route.scope}: reads need one to read, changes one to write.`,
    )
}

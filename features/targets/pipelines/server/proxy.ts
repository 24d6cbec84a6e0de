// Authorizes managers on a person's pipeline and records their visits for the person.

import { sql } from 'kysely'
import { dayIn } from '#core/contract/dates.ts'
import { forbidden, notFound } from '#core/contract/errors.ts'
import { isGuid } from '#core/contract/guid.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { pageKey, readPage } from '#core/server/database/pages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { managesAmong, managesPerson, readsAll } from '#core/server/reports/scope.ts'
import type { ActAs } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { routes } from '../contract.ts'

/**
 * Authorizes the Tracker's calls for people who manage the person and, to read, for firm admins with org access. The
 * first call of a day adds a log entry for the person, and later ones update its time.
 */
export const forManagers: ActAs = async (tx, session, personId, now, isReading = false) => {
  const { rows } = isGuid(personId)
    ? await tx.sql<Actor & { is_active: boolean; is_managed: boolean }>`
    select u.id, u.first_name, u.last_name, u.role, u.deactivated_at is null as is_active, ${managesPerson(session.actor.id, session.org.access)} as is_managed
    from users u where u.org_id = ${currentOrgId} and u.id = ${personId}`
    : { rows: [] }
  const found = rows[0]
  if (!found) throw notFound(cannotFind('person'))
  const { is_active, is_managed, ...person } = found
  if (!is_active || !(is_managed || (isReading && readsAll(session)))) throw forbidden('You don’t manage this person.')
  recordPipelineView(tx, session, [person.id], now)
  return person
}

/** Records that pipelines were viewed. Each day's entry holds the time of the last view. */
export function recordPipelineView(tx: Tx, { actor, org }: SignedInSession, people: string[], now: string): void {
  void tx.send(sql`
    insert into pipeline_looks (org_id, person_id, day, user_id, at)
    select ${currentOrgId}, p, ${dayIn(org.zone, now)}::date, ${actor.id}::uuid, ${now}::timestamptz from unnest(${people}::uuid[]) as p order by p
    on conflict (org_id, person_id, day, user_id) do update set at = excluded.at`)
}

type Managed = RouteResponse<typeof routes.managed>

/**
 * Sorted by last and first name. Returns everyone without a limit, which older devices still request. Firm admins with
 * read access can request one person by `id`. Throws 403 for an `id` they can neither manage nor read, 404 for another
 * firm's.
 */
export async function managedBy(
  tx: Tx,
  session: SignedInSession,
  { after, limit, id }: { after?: string | undefined; limit?: number | undefined; id?: string | undefined } = {},
): Promise<Managed> {
  const { actor, org } = session
  const isManaged = id ? managesPerson(actor.id, org.access) : managesAmong(actor.id, org.access)
  const isReader = id !== undefined && readsAll(session)
  const key = await pageKey(tx, 'users', ['last_name', 'first_name'], after)
  const theirs = sql`u.org_id = ${currentOrgId} and u.deactivated_at is null and u.id <> ${actor.id} and (${isReader} or ${isManaged})`
  const { rows } = await tx.sql<Omit<Managed['people'][number], 'reads_only'> & { reads_only: true | null }>`
    select u.id, u.first_name, u.last_name, trim(u.first_name || ' ' || u.last_name) as fullname,
      (select count(*)::int from target_people tp
        where tp.org_id = u.org_id and tp.user_id = u.id and tp.status = 'active' and tp.response = 'accepted' and not tp.gone and not tp.is_private) as active,
      ${isReader ? sql`case when not ${isManaged} then true end` : sql`null`} as reads_only
    from users u where ${theirs} and (u.last_name, u.first_name, u.id) > ${key} ${id ? sql`and u.id = ${id}` : sql``}
    order by u.last_name, u.first_name, u.id ${limit ? sql`limit ${limit + 1}` : sql``}`
  if (id && rows.length === 0) {
    const { rows: there } = await tx.sql`select from users u where u.org_id = ${currentOrgId} and u.id = ${id}`
    throw there.length === 0 ? notFound(cannotFind('person')) : forbidden('You don’t manage this person.')
  }
  const total =
    after === undefined
      ? (await tx.sql<{ n: number }>`select count(*)::int as n from users u where ${theirs}`).rows[0]!.n
      : null
  const { page, next } = readPage(rows, limit ?? rows.length)
  return {
    people: page.map(({ reads_only, ...person }) => ({ ...person, ...(reads_only && { reads_only }) })),
    next,
    total,
  }
}

export async function viewsOfPipeline(tx: Tx, { actor }: SignedInSession): Promise<RouteResponse<typeof routes.looks>> {
  const { rows } = await tx.sql<RouteResponse<typeof routes.looks>['looks'][number]>`
    select l.user_id, u.first_name, u.last_name, l.day, l.at from pipeline_looks l join users u on u.org_id = l.org_id and u.id = l.user_id
    where l.org_id = ${currentOrgId} and l.person_id = ${actor.id} and l.day > current_date - 90 order by l.day desc, l.at desc`
  return { looks: rows }
}

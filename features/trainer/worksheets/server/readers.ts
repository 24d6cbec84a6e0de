// Permissions to read other people's progress and answers. Source: RULINGS, section 10.

import { sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { forbidden, notFound } from '#core/contract/errors.ts'
import { isGuid } from '#core/contract/guid.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { viewerFlag } from '#core/contract/viewerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { managesAnybody, managesPerson, readsAll } from '#core/server/reports/scope.ts'
import type { AskedReport } from '#core/server/reports/serveViewerReport.ts'
import type { ActAs } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { Managing } from '../../assigning/server/routes.ts'
import type { Answering } from '../contract.ts'

/** Returns whether there is anyone whose progress and answers the caller can read. */
export const readsAnybody = async (tx: Tx, session: Pick<SignedInSession, 'actor' | 'org'>): Promise<boolean> =>
  readsAll(session) || (await managesAnybody(tx, session))

export const userWorksheetsPath = (personId: string) => `/viewer/pipeline/user-worksheets/${personId}`

/** SQL: whether the caller can open that page of the person `u`. It doesn't exist without the Viewer. */
export const opensWorksheets = ({ scope, session: { actor, org } }: Pick<AskedReport, 'scope' | 'session'>) =>
  isFeatureOn(org.subscriptions, viewerFlag)
    ? sql<boolean>`(${scope.isOwn || readsAll({ actor, org })} or ${managesPerson(actor.id, org.access)})`
    : sql<boolean>`false`

/** Returns people whose answers the caller can read, by name. Throws 403 if there can be none. */
export async function peopleFor(tx: Tx, session: SignedInSession, managing: Managing): Promise<Answering[]> {
  if (!(await readsAnybody(tx, session))) throw forbidden()
  const managed = managing(session.actor.id, session.org.access)
  const { rows } = await tx.sql<Answering>`
    select u.id, u.first_name, u.last_name, u.email, ${managed} as is_managed,
      (select count(distinct x.worksheet_id)::int from worksheet_cells x where x.org_id = u.org_id and x.user_id = u.id and x.value <> '') as answered
    from users u where u.org_id = ${currentOrgId} and u.id <> ${session.actor.id} and u.deactivated_at is null and u.role <> 'operator'
      and (${readsAll(session)} or ${managed}) order by u.last_name, u.first_name, u.id`
  return rows
}

/** Allows the person's managers, and firm admins with org access. Only managers can comment. */
export const worksheetReaders =
  (managers: ActAs): ActAs =>
  async (tx, session, personId, now) => {
    if (!readsAll(session)) return managers(tx, session, personId, now)
    const { rows } = isGuid(personId)
      ? await tx.sql<Actor>`
        select id, first_name, last_name, role from users where org_id = ${currentOrgId} and id = ${personId} and deactivated_at is null`
      : { rows: [] }
    if (!rows[0]) throw notFound(cannotFind('person'))
    return rows[0]
  }

import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { managesAnybody } from '#core/server/reports/scope.ts'
import type { SignedInSession } from '#core/server/sessions.ts'

/**
 * Returns whether the person manages anyone and, for a firm admin, whether they own a Target. Admins without one land
 * on the setup list.
 */
export async function trackerData(tx: Tx, session: SignedInSession): Promise<Record<string, string> | null> {
  const data = {
    ...((await managesAnybody(tx, session)) && { people: 'yes' }),
    ...(session.actor.role === 'admin' && { own: (await ownsAny(tx, session)) ? 'some' : 'none' }),
  }
  return Object.keys(data).length > 0 ? data : null
}

async function ownsAny(tx: Tx, { actor }: SignedInSession): Promise<boolean> {
  const { rows } = await tx.sql`
    select from targets where org_id = ${currentOrgId} and owner_id = ${actor.id} and status <> 'deleted' limit 1`
  return rows.length > 0
}

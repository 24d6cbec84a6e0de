// Reads all the firm's targets from their owners' copies.
import { type RawBuilder, sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { stagesInUse } from '#core/contract/stages.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import { allOf, apiClients, defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { noTarget } from '../../server/reads.ts'
import { readCopy } from '../../server/targetViews.ts'
import type { FirmTarget } from '../contract.ts'
import { routes } from '../contract.ts'
import { firmTargetOf } from '../firmTarget.ts'

const allowed = allOf(apiClients, subscribed(trackerFlag))

/** Hides the values that a firm has from the time before it turned stages or referrals off. */
function hiddenIn({ stages, subscriptions }: SignedInSession['org']): Partial<FirmTarget> {
  const noOutlook = { stage: null, expected_close: null, chance: null }
  return {
    ...(!stagesInUse(stages, subscriptions) && noOutlook),
    ...(!isFeatureOn(subscriptions, referralsFlag) && { came_from: null }),
  }
}

/** Uses the alias t for targets. Only its owner can see a private target. */
const read = (tx: Tx, { org }: SignedInSession, which: RawBuilder<unknown>) =>
  tx
    .send(sql<{ doc: string }>`
    select tp.doc from targets t
    join target_people tp on tp.org_id = t.org_id and tp.user_id = t.owner_id and tp.target_id = t.id and not tp.gone and tp.doc is not null
    where t.org_id = ${currentOrgId} and not t.is_private ${which}`)
    .then(({ rows }) => {
      const hidden = hiddenIn(org)
      return rows.map(({ doc }): FirmTarget => ({ ...firmTargetOf(readCopy(doc)), ...hidden }))
    })

export const firmWideRoutes: Handler[] = [
  defineHandler(
    routes.firmTargets,
    allowed,
    async ({ tx, session, query: { after, limit, status, modified_since: since } }) => {
      const found = await read(
        tx,
        session,
        sql`and t.id > ${after ?? FIRST_ID} ${status ? sql`and t.status = ${status}` : sql``}
      ${since ? sql`and t.modified_at >= ${since}::timestamp at time zone ${session.org.zone}` : sql``} order by t.id limit ${limit + 1}`,
      )
      const targets = found.slice(0, limit)
      return { targets, next: found.length > limit ? targets.at(-1)!.id : null }
    },
  ),
  defineHandler(routes.firmTarget, allowed, async ({ tx, session, params }) => {
    const [target] = await read(tx, session, sql`and t.id = ${params.id}`)
    if (!target) throw noTarget()
    return target
  }),
]

import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { touchCountKinds, touchCountNames } from '../countsContract.ts'

/** The background task that files received emails. */
export const filingTask = { name: 'fileMessages' } as const

/** SQL columns that count rows of `touches` by kind. `alias` names them. */
export const touchCountsOf = (alias: string): RawBuilder<unknown> =>
  sql.join(
    touchCountNames.map(
      (name) =>
        sql`count(*) filter (where ${sql.ref(`${alias}.kind`)} = ${touchCountKinds[name].kind})::int as ${sql.ref(name)}`,
    ),
  )

/** The person, or an API client, who has no touches of its own. `isManager`: someone who manages the person asks. */
export type TouchViewer = { id: RawBuilder<unknown> | string | null; isManager?: boolean }

/** SQL condition on a touch `h`: theirs, or on a Target that the person takes part in. Source: RULINGS, section 14. */
export function seesTouch({ id, isManager }: TouchViewer): RawBuilder<boolean> {
  if (id === null)
    return sql`exists (select 1 from targets t where t.org_id = h.org_id and t.id = h.target_id and not t.is_private)`
  const onTarget = sql<boolean>`exists (
    select 1 from target_people tp where tp.org_id = h.org_id and tp.user_id = ${id} and tp.target_id = h.target_id
      and tp.response = 'accepted' and not tp.gone ${isManager ? sql`and not tp.is_private` : sql``})`
  return isManager ? onTarget : sql`(h.user_id = ${id} or ${onTarget})`
}

/** SQL of the day of the last touch `h` with a contact `c` that counts. The touch is on the Target `t`, or on none. */
export const lastTouchWith = (counts: RawBuilder<boolean>) => sql<string | null>`(
  select max(h.day) from touch_contacts x join touches h on h.org_id = x.org_id and h.id = x.touch_id
  left join targets t on t.org_id = h.org_id and t.id = h.target_id
  where x.org_id = ${currentOrgId} and x.contact_id = c.id and h.deleted_at is null and ${counts})`

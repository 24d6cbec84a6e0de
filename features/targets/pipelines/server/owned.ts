// What a firm admin sees of a person's pipeline: enough to hand it over, and no more.
import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import type { Answer } from '#core/contract/route.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import type { routes } from '../contract.ts'

type Owned = Answer<typeof routes.owned>
/** Of a person who left, too. A private target is counted and not named. Source: RULINGS, section 4. */
export async function ownedBy(tx: Tx, personId: string): Promise<Owned> {
  const people = await sql<Owned['person']>`
    select id, trim(first_name || ' ' || last_name) as fullname, deactivated_at is not null as is_deactivated
    from users where org_id = ${firm} and id = ${personId}`.execute(tx)
  const [person] = people.rows
  if (!person) throw notFound('This person could not be found.')
  const { rows: targets } = await sql<Owned['targets'][number]>`
    select t.id, case when not t.is_private then coalesce(nullif(t.company, ''), t.contact) end as name, t.status
    from targets t where t.org_id = ${firm} and t.owner_id = ${personId} and t.status <> 'deleted'
    order by t.is_private, lower(coalesce(nullif(t.company, ''), t.contact)), t.id`.execute(tx)
  return { person, targets }
}

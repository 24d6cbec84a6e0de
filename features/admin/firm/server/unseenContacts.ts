// Deletes contacts that no one has seen for a firm's number of days, such as those of Targets that were destroyed.
import { sql } from 'kysely'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import { UNMERGE_DAYS } from '#features/contacts/contract.ts'

/** Contacts per transaction. */
const SOME = 1000

/**
 * SQL condition on a contact `c`. A contact that was merged is seen as a part of the other one, and both stay as long as
 * the merge can be undone. Links to deleted touches and to Targets in Recently Deleted count, and so do referrals.
 */
const isUnseen = sql<boolean>`(
  not exists (select 1 from contact_people p where p.org_id = c.org_id and p.contact_id = c.id and not p.gone)
  and not exists (select 1 from target_contacts t where t.org_id = c.org_id and t.contact_id = c.id)
  and not exists (select 1 from touch_contacts h where h.org_id = c.org_id and h.contact_id = c.id)
  and not exists (select 1 from targets s where s.org_id = c.org_id and s.came_from->>'contact_id' = c.id::text)
  and not exists (select 1 from referrals r where r.org_id = c.org_id and r.contact_id = c.id)
  and not exists (select 1 from contacts o where o.org_id = c.org_id and o.id = c.merged_into)
  and not exists (
    select 1 from contact_merges m where m.org_id = c.org_id and (m.into_id = c.id or m.contact_id = c.id)
      and m.at > now() - make_interval(days => ${UNMERGE_DAYS})))`

/** The days count from the first run that finds the contact unseen. */
export async function purgeUnseenContacts(database: Database, orgId: string, days: number): Promise<void> {
  const whole = async (work: (tx: Tx) => Promise<number>) => {
    for (let left = SOME; left === SOME; ) left = await withoutRls(database, work)
  }
  for (const [was, is] of [
    [sql`unseen_at is null`, sql`now()`],
    [sql`unseen_at is not null`, sql`null`],
  ])
    await whole(async (tx) => {
      const { rows } = await tx.sql`
        update contacts set unseen_at = ${is!} where org_id = ${orgId} and id in (
          select c.id from contacts c where c.org_id = ${orgId} and c.${was!} and ${isUnseen} = (c.unseen_at is null) order by c.id limit ${SOME} for update)
        returning 1`
      return rows.length
    })
  await whole(async (tx) => {
    // Locked first, so that the condition holds for contacts that someone got in between.
    const { rows } = await tx.sql<{ id: string }>`
      select c.id from contacts c where c.org_id = ${orgId} and c.unseen_at < now() - make_interval(days => ${days}) order by c.id limit ${SOME} for update`
    const ids = rows.map(({ id }) => id)
    const gone = await tx.sql<{ id: string }>`
      delete from contacts c where c.org_id = ${orgId} and c.id = any(${ids}::uuid[]) and ${isUnseen} returning c.id`
    await deleteWith(tx, orgId, idsOf(gone))
    return gone.rows.length
  })
}

const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)

/** Contacts that were merged into a deleted one go with it, and those that were merged into them. */
async function deleteWith(tx: Tx, orgId: string, deleted: readonly string[]): Promise<void> {
  for (let ids = [...deleted]; ids.length > 0; ) {
    for (const table of ['contact_emails', 'contact_words', 'contact_events', 'contact_merges'])
      await tx.sql`delete from ${sql.table(table)} where org_id = ${orgId} and contact_id = any(${ids}::uuid[])`
    await tx.sql`delete from contact_merges where org_id = ${orgId} and into_id = any(${ids}::uuid[])`
    ids = idsOf(
      await tx.sql<{ id: string }>`
        delete from contacts where org_id = ${orgId} and merged_into = any(${ids}::uuid[]) returning id`,
    )
  }
}

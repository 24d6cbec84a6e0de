import { sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Contact } from '../../contract.ts'

/** Writes the difference between the referrals of a contact before and after a change. Not awaited. */
export function storeSent(tx: Tx, before: Contact, { id, sent = [] }: Contact, now: string): void {
  const was = new Map((before.sent ?? []).map((one) => [one.id, JSON.stringify(one)]))
  const changed = sent.filter((one) => was.get(one.id) !== JSON.stringify(one))
  const kept = new Set(sent.map((one) => one.id))
  const gone = [...was.keys()].filter((one) => !kept.has(one))
  if (changed.length > 0)
    void tx.send(sql`
      insert into referrals (org_id, id, contact_id, user_id, about, day, outcome, created_at)
      select ${currentOrgId}, r.id, ${id}, r.user_id, r.about, r.day, r.outcome, ${now}
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r (id uuid, user_id uuid, about text, day date, outcome text)
      on conflict (org_id, id) do update set about = excluded.about, day = excluded.day, outcome = excluded.outcome`)
  if (gone.length > 0)
    void tx.send(
      sql`delete from referrals where org_id = ${currentOrgId} and contact_id = ${id} and id = any(${gone}::uuid[])`,
    )
}

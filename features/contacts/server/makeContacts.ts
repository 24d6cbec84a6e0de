// Makes the contacts of Targets that are older than contacts, or were restored without them. The progress is stored with
// the firm: the last Target in the order of IDs.
import { sql } from 'kysely'
import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { planByKeys } from '#core/server/database/planByKeys.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { type Batch, defineTask } from '#core/server/work/work.ts'
import type { Context } from '#core/sync/protocol.ts'
import { DEFAULT_ROLE, type TargetContact } from '../contract.ts'
import { makingContacts } from './contract.ts'
import { linkTargets } from './linking.ts'

export const makeContacts = defineTask<{ orgId: string }>({
  ...makingContacts,
  input: z.object({ orgId: id }),
  key: ({ orgId }) => orgId,
  due: async (database) =>
    (
      await withoutRls(
        database,
        (tx) => tx.sql<{ orgId: string }>`select id as "orgId" from orgs where contacts_after is not null order by id`,
      )
    ).rows,
  begin: async (database, { orgId }) => ({
    next: (size) => withOrg(database, orgId, (tx) => makeNext(tx, size)),
  }),
})

type Row = {
  id: string
  owner_id: string
  company: string
  contact: string
  contact_email: string
  contact_phone: string
  is_private: boolean
  is_linked: boolean
}

/** Locks the progress, so that a second process continues where the first ended, and the Targets, as every action does. */
async function makeNext(tx: Tx, size: number): Promise<Batch> {
  await planByKeys(tx)
  const { rows: behind } = await tx.sql<{ after: string }>`
    select contacts_after as after from orgs where id = ${currentOrgId} and contacts_after is not null for no key update`
  if (!behind[0]) return { done: 0, isLeft: false }
  const { rows } = await tx.sql<Row>`
    select t.id, t.owner_id, t.company, t.contact, t.contact_email, t.contact_phone, t.is_private,
      exists (select 1 from target_contacts tc where tc.org_id = t.org_id and tc.target_id = t.id) as is_linked
    from targets t where t.org_id = ${currentOrgId} and t.id > ${behind[0].after} order by t.id limit ${size} for update of t`
  const context = await contextNow(tx)
  await linkTargets(
    tx,
    rows
      .filter((row) => !row.is_linked && [row.contact, row.contact_email, row.contact_phone].some(Boolean))
      .map((row) => ({
        target: { ...row, private: row.is_private, contacts: [firstContactOf(row)] },
        before: [],
        sources: { before: null, now: null },
        typed: new Map(),
        context: { ...context, actor: { ...context.actor, id: row.owner_id } },
        isRelinked: true,
      })),
  )
  const ids = rows.map((row) => row.id)
  if (ids.length > 0) void tx.send(sql`select add_contacts_to_views(${currentOrgId}, ${ids}::uuid[])`)
  const isLeft = ids.length === size
  await tx.sql`update orgs set contacts_after = ${isLeft ? ids.at(-1)! : null} where id = ${currentOrgId}`
  return { done: ids.length, isLeft }
}

const firstContactOf = ({ contact, contact_email: email, contact_phone: phone }: Row): TargetContact => ({
  id: newId(),
  name: contact || email || phone,
  role: DEFAULT_ROLE,
  first: true,
  email,
  phone,
})

async function contextNow(tx: Tx): Promise<Context> {
  const { rows } = await tx.sql<{ zone: string; now: string }>`
    select time_zone as zone, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now from orgs where id = ${currentOrgId}`
  return { actor: { id: '', first_name: '', last_name: '', role: 'member' }, ...rows[0]!, key: newId(), newId }
}

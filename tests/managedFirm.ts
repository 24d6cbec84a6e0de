// Creates a firm with two groups and their managers, for reports.
import { randomUUID } from 'node:crypto'
import { withoutRls } from '#core/server/database/tx.ts'
import type { Api, Client } from '#tests/api.ts'

export type ManagedFirm = {
  org: string
  tax: string
  litigation: string
  archived: string
  /** Manages Tax. */
  morgan: Client
  /** Belongs to Tax. */
  dana: Client
  /** Belongs to Litigation and to Tax. */
  lee: Client
  /** Manages no one. */
  robin: Client
}

/** With `access`, a manager of any group sees the whole firm. */
export async function aManagedFirm(api: Api, access: 'yes' | 'no' = 'no'): Promise<ManagedFirm> {
  const org = await api.aFirm()
  const [morgan, dana, lee, robin] = await Promise.all(
    ['Morgan Hale', 'Dana Reyes', 'Lee Park', 'Robin Cole'].map((name) => {
      const [first_name = '', last_name = ''] = name.split(' ')
      return api.aPerson(org, { first_name, last_name })
    }),
  )
  const [tax, litigation, archived] = [randomUUID(), randomUUID(), randomUUID()]
  await withoutRls(api.database, async (tx) => {
    await tx.sql`update orgs set access = ${access} where id = ${org}`
    await tx.sql`insert into groups (org_id, id, name, status) values (${org}, ${tax}, 'Tax', 'active'), (${org}, ${litigation}, 'Litigation', 'active'), (${org}, ${archived}, 'Old', 'archived')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${org}, ${tax}, ${morgan!.actor.id})`
    await tx.sql`insert into group_members (org_id, group_id, user_id) values (${org}, ${tax}, ${dana!.actor.id}), (${org}, ${tax}, ${lee!.actor.id}), (${org}, ${litigation}, ${lee!.actor.id})`
  })
  return { org, tax, litigation, archived, morgan: morgan!, dana: dana!, lee: lee!, robin: robin! }
}

// Creates firms, people, and groups for operators, firm admins, imports, and the demo.
import { type Flag, subscriptionsOf } from '#core/contract/area.ts'
import { Refusal } from '#core/contract/errors.ts'
import { NEW_PEOPLE_LEVEL } from '#core/contract/notice.ts'
import { giveAddress } from '#core/server/addresses.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { switchesHere } from '#core/server/notices/notice.ts'
import type { Actor } from '#core/sync/protocol.ts'

export type NewFirm = {
  name: string
  time_zone?: string
  domains?: string[]
  access?: 'yes' | 'no'
  hasFlag?: (flag: Flag) => boolean
}

/**
 * Turns on every available feature unless `hasFlag` excludes it. Needs a transaction without row-level security, since
 * the firm doesn't exist yet. Returns its ID.
 */
export async function createFirm(
  tx: Tx,
  flags: readonly Flag[],
  { name, time_zone = 'America/Los_Angeles', domains = [], access = 'no', hasFlag = () => true }: NewFirm,
): Promise<string> {
  const id = newId()
  await tx.sql`insert into orgs (id, name, time_zone, domains, subscriptions, access) values (${id}, ${name}, ${time_zone}, ${domains}, ${JSON.stringify(subscriptionsOf(flags, hasFlag))}::jsonb, ${access})`
  await giveDomains(tx, id, domains)
  return id
}

/**
 * The creator of a firm, an operator or the demo, vouches for its domains. A domain that belongs to another firm stays
 * with it.
 */
async function giveDomains(tx: Tx, orgId: string, domains: string[]): Promise<void> {
  if (domains.length === 0) return
  const given = domains.map((domain) => ({ domain: domain.toLowerCase(), id: newId() }))
  await tx.sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (domain text, id uuid)),
    ours as (insert into domain_directory (domain, org_id) select domain, ${orgId} from given on conflict do nothing returning domain)
    insert into firm_domains (org_id, id, domain, token, proved_at, how)
    select ${orgId}, g.id, g.domain, encode(sha256(gen_random_uuid()::text::bytea), 'hex'), now(), 'operator' from given g join ours using (domain)`
}

export type NewPerson = {
  email: string
  first_name: string
  last_name: string
  role?: Actor['role']
  passwordHash?: string | null
  phone?: string
  settings?: Record<string, number>
}

/**
 * Adds people to a firm and to the sign-in directory. Throws 409 for a taken email address. With `mayWait`, a person
 * whose address another firm has is pending until the mailbox's owner chooses a password. Needs a transaction without
 * row-level security.
 */
export async function addFirmPeople(tx: Tx, orgId: string, people: NewPerson[], mayWait = false): Promise<Actor[]> {
  const rows = people.map(
    ({ email, first_name, last_name, role = 'member', passwordHash = null, phone = '', settings = {} }) => ({
      id: newId(),
      email: email.toLowerCase(),
      first_name,
      last_name,
      role,
      password_hash: passwordHash,
      phone,
      settings: { ...defaultSettings(tx), ...settings },
    }),
  )
  const given = JSON.stringify(rows)
  await tx.sql`
    insert into users (org_id, id, email, first_name, last_name, role, password_hash, phone, settings)
    select ${orgId}::uuid, r.* from jsonb_to_recordset(${given}::jsonb) as r (id uuid, email text, first_name text, last_name text, role text, password_hash text, phone text, settings jsonb) returning 1`
  const taken = await tx.sql<{ email: string }>`
    insert into login_directory (email, org_id, user_id) select r.email, ${orgId}::uuid, r.id from jsonb_to_recordset(${given}::jsonb) as r (id uuid, email text)
    on conflict (email) do nothing returning email`
  if (taken.rows.length < rows.length) {
    const added = new Set(taken.rows.map(({ email }) => email))
    await tx.setOrg(orgId)
    for (const { id, email } of rows.filter(({ email }) => !added.has(email))) {
      const given = await giveAddress(tx, id, email)
      if (given !== 'given' && !(given === 'elsewhere' && mayWait))
        throw new Refusal('taken', `${email} is taken already.`)
    }
  }
  return rows.map(({ id, first_name, last_name, role }) => ({ id, first_name, last_name, role }))
}

/** Returns the settings of a new person. */
export const defaultSettings = (tx: Tx): Record<string, number> => switchesHere(tx, NEW_PEOPLE_LEVEL)

/** Adds a group with its people and its managers (`member_access`). Returns its ID. */
export async function addGroup(
  tx: Tx,
  orgId: string,
  name: string,
  memberIds: string[],
  managerIds: string[] = [],
): Promise<string> {
  const id = newId()
  await tx.sql`insert into groups (org_id, id, name) values (${orgId}, ${id}, ${name})`
  await tx.sql`insert into group_members (org_id, group_id, user_id) select ${orgId}, ${id}, unnest(${memberIds}::uuid[]) returning 1`
  await tx.sql`insert into group_managers (org_id, group_id, user_id) select ${orgId}, ${id}, unnest(${managerIds}::uuid[]) returning 1`
  return id
}

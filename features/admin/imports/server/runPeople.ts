// Imports people and groups, and undoes it. Sign-in email addresses are unique across firms, so the transactions bypass
// row-level security and name their firm in each statement.
import { sql } from 'kysely'
import { fullNameOf } from '#core/contract/names.ts'
import { domainOfEmail } from '#core/server/addresses.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { PastTargets } from '#features/targets/server/contract.ts'
import { addFirmPeople, addGroup } from '../../operator/server/firms.ts'
import { IMPORTED_PEOPLE, type MappingPart, NEW_GROUPS, type PeopleMapping } from '../contract.ts'
import { type KnownPeople, type PersonRead, type Planned, planPeople } from './peopleRows.ts'
import type { Step } from './runTargets.ts'
import { shapeOf } from './shape.ts'
import {
  advance,
  type ImportOutcome,
  lockState,
  madeAfter,
  readImport,
  rowsAfter,
  type StoredImport,
  settleRows,
} from './store.ts'

/** Runs a transaction without row-level security in which statements for the current firm use this one. */
export const withoutRlsFor = <T>(database: Database, orgId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withoutRls(database, async (tx) => {
    await tx.setOrg(orgId)
    return work(tx)
  })

const ALL = 1_000_000

export async function planOf(
  tx: Tx,
  orgId: string,
  { id, options }: Pick<StoredImport, 'id' | 'options'>,
  mapping: PeopleMapping,
): Promise<PersonRead[]> {
  const rows = await rowsAfter(tx, id, 0, ALL)
  const { rows: people } =
    await tx.sql<KnownPeople>`select id, email, first_name, last_name from users where org_id = ${orgId} order by id`
  const place = mapping.columns.indexOf('email')
  const written = place < 0 ? [] : rows.map(({ cells }) => cells[place]?.trim().toLowerCase() ?? '')
  const domains = new Set([...written, `@${mapping.email_domain ?? ''}`].map(domainOfEmail))
  const { rows: foreign } = await tx.sql<{ domain: string }>`
    select domain from unnest(${[...domains]}::text[]) as domain where owner_of_domain(domain) = 'another'`
  const others = new Set(foreign.map(({ domain }) => domain))
  return planPeople(rows, {
    mapping,
    shape: shapeOf(options),
    people,
    isForeign: (email) => others.has(domainOfEmail(email)),
  })
}

export async function peopleSteps(database: Database, orgId: string, id: string): Promise<Step> {
  const plan = await withoutRlsFor(database, orgId, async (tx) => {
    const stored = await readImport(tx, id)
    return planOf(tx, orgId, stored, stored.mapping as PeopleMapping)
  })
  // Assigned only after a transaction ends, because its work can run more than once.
  const ids = new Map<Planned, string>()
  return async (size) => {
    const made = await withoutRlsFor(database, orgId, async (tx) => {
      const now = await lockState(tx, id)
      if (now?.state !== 'running') return null
      const batch = plan.filter(({ row }) => row > now.at_row).slice(0, size)
      if (batch.length === 0) {
        await advance(tx, id, { state: 'done' })
        return null
      }
      const added = await addBatch(tx, orgId, id, batch, ids)
      const outcomes = batch.map((read): ImportOutcome => outcomeOf(read, added))
      await settleRows(tx, id, outcomes)
      const count = (outcome: ImportOutcome['outcome']) => outcomes.filter((one) => one.outcome === outcome).length
      await advance(tx, id, {
        at_row: batch.at(-1)!.row,
        imported: count('imported'),
        matched: count('matched'),
        refused: count('refused'),
      })
      return added
    })
    for (const [person, personId] of made ?? []) ids.set(person, personId)
    return made !== null
  }
}

function outcomeOf(read: PersonRead, ids: Map<Planned, string>): ImportOutcome {
  if ('reason' in read)
    return { row: read.row, outcome: 'refused', made_id: null, reason: read.reason, external_id: null }
  return {
    row: read.row,
    outcome: read.isNew ? 'imported' : 'matched',
    made_id: read.person.id ?? ids.get(read.person) ?? null,
    reason: null,
    external_id: null,
  }
}

/** The audit log names imported admins, as it does invited ones. */
async function auditNewAdmins(tx: Tx, orgId: string, importId: string, made: Actor[]): Promise<void> {
  const admins = made.filter(({ role }) => role === 'admin')
  if (admins.length === 0) return
  const { rows } = await tx.sql<{ id: string; name: string; file: string }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, i.file_name as file
    from imports i join users u on u.org_id = i.org_id and u.id = i.user_id where i.org_id = ${orgId} and i.id = ${importId}`
  const { file, ...actor } = rows[0]!
  for (const admin of admins)
    await audit(
      tx,
      { org: { id: orgId }, actor },
      { action: 'person.made', subject: { id: admin.id, name: fullNameOf(admin) }, details: { role: 'admin', file } },
    )
}

/**
 * Adds missing people, groups, and memberships, and records them as created by the import. Returns the IDs of all
 * people.
 */
async function addBatch(
  tx: Tx,
  orgId: string,
  importId: string,
  batch: PersonRead[],
  before: Map<Planned, string>,
): Promise<Map<Planned, string>> {
  const ids = new Map(before)
  const good = batch.flatMap((read) => ('person' in read ? [read] : []))
  const fresh = [...new Set(good.flatMap(({ person, manager }) => (manager ? [person, manager] : [person])))].filter(
    (person) => !person.id && !ids.has(person),
  )
  const actors = await addFirmPeople(
    tx,
    orgId,
    fresh.map(({ email, first_name, last_name, role }) => ({ email, first_name, last_name, role })),
    true,
  )
  for (const [i, person] of fresh.entries()) ids.set(person, actors[i]!.id)
  await auditNewAdmins(tx, orgId, importId, actors)
  await note(
    tx,
    orgId,
    importId,
    fresh.map((person) => ({ kind: 'person', id: ids.get(person)!, user_id: ids.get(person)! })),
  )

  const idOf = (person: Planned) => person.id ?? ids.get(person)!
  for (const [name, rows] of Map.groupBy(
    good.filter(({ group }) => group !== null),
    ({ group }) => group!,
  )) {
    const group = await groupNamed(tx, orgId, importId, name)
    const members = [...new Set(rows.map(({ person }) => idOf(person)))]
    const managers = [...new Set(rows.flatMap(({ manager }) => (manager ? [idOf(manager)] : [])))]
    await place(tx, orgId, importId, 'member', group, members)
    await place(tx, orgId, importId, 'manager', group, managers)
  }
  return ids
}

type Made = { kind: 'person' | 'group' | 'member' | 'manager'; id: string; user_id: string }

async function note(tx: Tx, orgId: string, importId: string, made: Made[]): Promise<void> {
  if (made.length === 0) return
  await tx.sql`
    insert into import_made (org_id, import_id, kind, id, user_id)
    select ${orgId}::uuid, ${importId}::uuid, r.* from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as r (kind text, id uuid, user_id uuid) on conflict do nothing`
}

async function groupNamed(tx: Tx, orgId: string, importId: string, name: string): Promise<string> {
  const { rows } = await tx.sql<{ id: string }>`select id from groups where org_id = ${orgId} and name = ${name}`
  if (rows[0]) return rows[0].id
  const id = await addGroup(tx, orgId, name, [])
  await note(tx, orgId, importId, [{ kind: 'group', id, user_id: id }])
  return id
}

async function place(
  tx: Tx,
  orgId: string,
  importId: string,
  kind: 'member' | 'manager',
  group: string,
  userIds: string[],
): Promise<void> {
  const table = sql.table(kind === 'member' ? 'group_members' : 'group_managers')
  const { rows } = await tx.sql<{ user_id: string }>`
    insert into ${table} (org_id, group_id, user_id) select ${orgId}, ${group}, unnest(${userIds}::uuid[]) on conflict do nothing returning user_id`
  await note(
    tx,
    orgId,
    importId,
    rows.map(({ user_id }) => ({ kind, id: group, user_id })),
  )
}

const inUse = 'This person has signed in or owns Targets, so the account was kept.'

/**
 * Undoes an import of people in one step. Deletes people who can't sign in, never have, and have no part in a target,
 * memberships of others, and groups that are empty then.
 */
export async function undoPeopleSteps(
  database: Database,
  orgId: string,
  id: string,
  targets: PastTargets,
): Promise<Step> {
  return () =>
    withoutRlsFor(database, orgId, async (tx) => {
      const now = await lockState(tx, id)
      if (now?.state !== 'undoing') return false
      const { rows: made } =
        await tx.sql<Made>`select kind, id, user_id from import_made where org_id = ${orgId} and import_id = ${id}`
      const people = made.filter(({ kind }) => kind === 'person').map((one) => one.id)
      const kept = await stayingPeople(tx, orgId, people, targets)
      const going = people.filter((person) => !kept.has(person))
      const places = made.filter(({ kind, user_id }) => (kind === 'member' || kind === 'manager') && !kept.has(user_id))
      for (const [kind, table] of [
        ['member', 'group_members'],
        ['manager', 'group_managers'],
      ] as const)
        await tx.sql`
          delete from ${sql.table(table)} g using jsonb_to_recordset(${JSON.stringify(places.filter((one) => one.kind === kind))}::jsonb) as r (id uuid, user_id uuid)
          where g.org_id = ${orgId} and g.group_id = r.id and g.user_id = r.user_id`
      await tx.sql`delete from login_directory where org_id = ${orgId} and user_id = any(${going})`
      await tx.sql`delete from users where org_id = ${orgId} and id = any(${going})`
      await tx.sql`
        delete from groups g where g.org_id = ${orgId} and g.id = any(${made.filter(({ kind }) => kind === 'group').map((one) => one.id)})
          and not exists (select 1 from group_members m where m.org_id = ${orgId} and m.group_id = g.id) and not exists (select 1 from group_managers m where m.org_id = ${orgId} and m.group_id = g.id)`
      const rows = await madeAfter(tx, id, 0, ALL)
      await settleRows(
        tx,
        id,
        rows.map(
          ({ row, made_id }): ImportOutcome =>
            kept.has(made_id)
              ? { row, outcome: 'kept', made_id, reason: inUse, external_id: null }
              : { row, outcome: 'removed', made_id: null, reason: null, external_id: null },
        ),
      )
      await advance(tx, id, { state: 'undone', kept: kept.size })
      return false
    })
}

async function stayingPeople(tx: Tx, orgId: string, ids: string[], targets: PastTargets): Promise<Set<string>> {
  const { rows } = await tx.sql<{ id: string }>`
    select u.id from users u where u.org_id = ${orgId} and u.id = any(${ids}) and (u.password_hash is not null
      or exists (select 1 from sessions s where s.org_id = u.org_id and s.user_id = u.id) or exists (select 1 from imports i where i.org_id = u.org_id and i.user_id = u.id))`
  return new Set([...rows.map(({ id }) => id), ...(await targets.peopleWithTargets(tx, orgId, ids))])
}

/** Counts the people and groups that the import created and that still exist. */
export async function sumPeople(tx: Tx, orgId: string, id: string): Promise<MappingPart[]> {
  const { rows } = await tx.sql<{ people: number; groups: number }>`
    select (select count(*)::int from import_made m join users u on u.org_id = m.org_id and u.id = m.id where m.org_id = ${orgId} and m.import_id = ${id} and m.kind = 'person') as people,
      (select count(*)::int from import_made m join groups g on g.org_id = m.org_id and g.id = m.id where m.org_id = ${orgId} and m.import_id = ${id} and m.kind = 'group') as groups`
  return [
    { label: IMPORTED_PEOPLE, count: rows[0]!.people },
    { label: NEW_GROUPS, count: rows[0]!.groups },
  ]
}

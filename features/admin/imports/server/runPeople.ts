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
import { IMPORTED_PEOPLE, type MappingPart, NEW_GROUPS } from '../contract.ts'
import type { PeopleMapping } from '../mappingContract.ts'
import { type KnownPeople, type Planned, planPeople, type RowOfPerson } from './peopleRows.ts'
import type { Importer, ImportUndo, Transaction } from './run.ts'
import { shapeOf } from './shape.ts'
import { rowsAfter, type StoredImport } from './store.ts'

/** Returns transactions without row-level security in which statements for the current firm use this one. */
const withoutRlsFor =
  (database: Database, orgId: string): Transaction =>
  (work) =>
    withoutRls(database, async (tx) => {
      await tx.setOrg(orgId)
      return work(tx)
    })

const ALL = 1_000_000

async function planOf(tx: Tx, { id, org_id, options }: StoredImport, mapping: PeopleMapping) {
  const rows = await rowsAfter(tx, id, 0, ALL)
  const { rows: people } =
    await tx.sql<KnownPeople>`select id, email, first_name, last_name from users where org_id = ${org_id} order by id`
  const place = mapping.columns.indexOf('email')
  const written = place < 0 ? [] : rows.map(({ cells }) => cells[place]?.trim().toLowerCase() ?? '')
  const domains = new Set([...written, `@${mapping.email_domain ?? ''}`].map(domainOfEmail))
  const { rows: foreign } = await tx.sql<{ domain: string }>`
    select domain from unnest(${[...domains]}::text[]) as domain where owner_of_domain(domain) = 'another'`
  const others = new Set(foreign.map(({ domain }) => domain))
  const isForeign = (email: string) => others.has(domainOfEmail(email))
  return planPeople(rows, { mapping, shape: shapeOf(options), people, isForeign })
}

export async function peopleImporter(
  database: Database,
  stored: StoredImport,
  mapping: PeopleMapping,
): Promise<Importer<RowOfPerson>> {
  const { id, org_id: orgId } = stored
  const within = withoutRlsFor(database, orgId)
  const plan = await within((tx) => planOf(tx, stored, mapping))
  let ids: Map<Planned, string> = new Map()
  return {
    within,
    read: async (_, after, size) => plan.filter(({ row }) => row > after).slice(0, size),
    async save(tx, rows) {
      const all = await addBatch(tx, orgId, id, rows, ids)
      return {
        ids: rows.map(({ person }) => person.id ?? all.get(person)!),
        // A transaction's work can run more than once.
        committed() {
          ids = all
        },
      }
    },
    shown: ({ person, group, manager }) => ({
      Name: fullNameOf(person),
      Email: person.email,
      Role: person.role === 'admin' ? 'Firm admin' : 'Member',
      Group: group ?? '',
      'Managed by': manager ? fullNameOf(manager) : '',
    }),
    counter() {
      const made = new Set<Planned>()
      const groups = new Set<string>()
      return {
        see({ person, manager, group }) {
          for (const one of [person, manager]) if (one?.id === null) made.add(one)
          if (group !== null) groups.add(group)
        },
        async parts(tx) {
          const known = await tx.sql`select from groups where org_id = ${orgId} and name = any(${[...groups]})`
          return partsOf(made.size, groups.size - known.rows.length)
        },
      }
    },
  }
}

const partsOf = (people: number, groups: number): MappingPart[] => [
  { label: IMPORTED_PEOPLE, count: people },
  { label: NEW_GROUPS, count: groups },
]

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

/** Adds missing people, groups, and memberships, and records them as created by the import. Returns all people's IDs. */
async function addBatch(
  tx: Tx,
  orgId: string,
  importId: string,
  rows: RowOfPerson[],
  before: Map<Planned, string>,
): Promise<Map<Planned, string>> {
  const ids = new Map(before)
  const fresh = [...new Set(rows.flatMap(({ person, manager }) => (manager ? [person, manager] : [person])))].filter(
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
  for (const [name, ofGroup] of Map.groupBy(rows, ({ group }) => group)) {
    if (name === null) continue
    const group = await groupNamed(tx, orgId, importId, name)
    const members = [...new Set(ofGroup.map(({ person }) => idOf(person)))]
    const managers = [...new Set(ofGroup.flatMap(({ manager }) => (manager ? [idOf(manager)] : [])))]
    await place(tx, orgId, importId, 'member', group, members)
    await place(tx, orgId, importId, 'manager', group, managers)
  }
  return ids
}

const memberTables = { member: 'group_members', manager: 'group_managers' }

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
  const { rows } = await tx.sql<{ user_id: string }>`
    insert into ${sql.table(memberTables[kind])} (org_id, group_id, user_id) select ${orgId}, ${group}, unnest(${userIds}::uuid[]) on conflict do nothing returning user_id`
  await note(
    tx,
    orgId,
    importId,
    rows.map(({ user_id }) => ({ kind, id: group, user_id })),
  )
}

/**
 * Deletes people who can't sign in, never have, and have no part in a target, memberships of others, and groups that are
 * empty then.
 */
export const peopleUndo = (
  database: Database,
  { id, org_id: orgId }: StoredImport,
  targets: PastTargets,
): ImportUndo => ({
  within: withoutRlsFor(database, orgId),
  isWhole: true,
  async remove(tx) {
    const { rows: made } =
      await tx.sql<Made>`select kind, id, user_id from import_made where org_id = ${orgId} and import_id = ${id}`
    const idsOf = (kind: Made['kind']) => made.filter((one) => one.kind === kind).map((one) => one.id)
    const kept = await stayingPeople(tx, orgId, idsOf('person'), targets)
    const going = idsOf('person').filter((person) => !kept.has(person))
    for (const [kind, table] of Object.entries(memberTables)) {
      const places = made.filter((one) => one.kind === kind && !kept.has(one.user_id))
      await tx.sql`
        delete from ${sql.table(table)} g using jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r (id uuid, user_id uuid)
        where g.org_id = ${orgId} and g.group_id = r.id and g.user_id = r.user_id`
    }
    await tx.sql`delete from login_directory where org_id = ${orgId} and user_id = any(${going})`
    await tx.sql`delete from users where org_id = ${orgId} and id = any(${going})`
    await tx.sql`
      delete from groups g where g.org_id = ${orgId} and g.id = any(${idsOf('group')})
        and not exists (select 1 from group_members m where m.org_id = ${orgId} and m.group_id = g.id) and not exists (select 1 from group_managers m where m.org_id = ${orgId} and m.group_id = g.id)`
    return kept
  },
  keptReason: 'This person has signed in or owns Targets, so the account was kept.',
})

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
  return partsOf(rows[0]!.people, rows[0]!.groups)
}

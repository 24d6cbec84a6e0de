import { type RawBuilder, sql } from 'kysely'
import { csvLine } from '#core/contract/csvCell.ts'
import { stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { pageKey, readPage } from '#core/server/database/pages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { AdminPerson, PersonState, peopleRoutes } from '../contract.ts'
import { importedRoleLabels, personStateLabels } from '../peopleLabels.ts'

const PAGE = 100
const FILE_PAGE = 500

export type PeopleFilters = { q?: string; role?: string; group?: string; state?: PersonState }

/** Alias of users: u. */
const state = sql<PersonState>`case when u.deactivated_at is not null then 'deactivated' when u.signed_in_at is null then 'waiting' else 'active' end`

/** Columns of a person in the list and the detail. Alias of users: u. */
export const shownPerson = sql`
  u.id, u.first_name, u.last_name, u.email, u.role, u.password_hash is not null as can_sign_in, u.deactivated_at is not null as is_deactivated, u.erased_at is not null as is_erased, u.invited_at, u.signed_in_at,
  ${state} as state, array(select g.name from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id where m.org_id = u.org_id and m.user_id = u.id order by g.name) as groups`

/** Sorted by last and first name. The cursor is the ID of a page's last person. */
export async function listPeople(
  tx: Tx,
  { after, ...filters }: PeopleFilters & { after?: string },
): Promise<RouteResponse<typeof peopleRoutes.people>> {
  await refuseUnknown(tx, filters.group)
  const { page, next } = readPage(await readPeopleList(tx, filters, PAGE + 1, after), PAGE)
  return { people: page, next, counts: after === undefined ? await counts(tx) : null }
}

export async function readPeopleList(
  tx: Tx,
  filters: PeopleFilters,
  limit: number,
  after?: string,
): Promise<AdminPerson[]> {
  const key = await pageKey(tx, 'users', ['last_name', 'first_name'], after)
  const { rows } = await tx.sql<AdminPerson>`
    select ${shownPerson} from users u
    where u.org_id = ${currentOrgId} and (u.last_name, u.first_name, u.id) > ${key} ${only(filters)}
    order by u.last_name, u.first_name, u.id limit ${limit}`
  return rows
}

/** Every word must occur in the name or the email address. */
function only({ q = '', role, group, state: wanted }: PeopleFilters): RawBuilder<unknown> {
  const words = foldCase(q).split(/\s+/).filter(Boolean).slice(0, 8)
  const conditions = [
    ...words.map(
      (word) => sql`position(${word} in fold_case(u.first_name || ' ' || u.last_name || ' ' || u.email)) > 0`,
    ),
    ...(role ? [sql`u.role = ${role}`] : []),
    ...(wanted ? [sql`${state} = ${wanted}`] : []),
    ...(group
      ? [
          sql`exists (select 1 from group_members m where m.org_id = ${currentOrgId} and m.group_id = ${group} and m.user_id = u.id)`,
        ]
      : []),
  ]
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}

async function refuseUnknown(tx: Tx, group?: string): Promise<void> {
  if (group === undefined) return
  const { rows } = await tx.sql`select from groups g where g.org_id = ${currentOrgId} and g.id = ${group}`
  if (rows.length === 0) throw notFound(cannotFind('group'))
}

async function counts(tx: Tx): Promise<Record<PersonState, number>> {
  const { rows } = await tx.sql<Record<PersonState, number>>`
    select (count(*) filter (where u.deactivated_at is null and u.signed_in_at is not null))::int as active,
      (count(*) filter (where u.deactivated_at is null and u.signed_in_at is null))::int as waiting,
      (count(*) filter (where u.deactivated_at is not null))::int as deactivated
    from users u where u.org_id = ${currentOrgId}`
  return rows[0]!
}

const HEAD = ['Last name', 'First name', 'Email', 'Role', 'Groups', 'Status', 'Invited', 'Last signed in']

/** Streams the whole list as CSV. Names are untrusted, so text that a spreadsheet would run as a formula is escaped. */
export async function fileOfPeople(
  database: Database,
  session: SignedInSession,
  filters: PeopleFilters,
): Promise<AsyncGenerator<string>> {
  const { id: orgId, zone } = session.org
  await withOrg(database, orgId, async (tx) => {
    await refuseUnknown(tx, filters.group)
    await audit(tx, session, { action: 'people.exported', details: filters })
  })
  const at = (instant: string | null) => (instant === null ? '' : stampIn(zone, instant))
  return (async function* () {
    // The byte order mark tells spreadsheets to read UTF-8 instead of the local encoding.
    yield `\ufeff${csvLine(HEAD)}`
    for (let after: string | undefined; ; ) {
      const rows = await withOrg(database, orgId, (tx) => readPeopleList(tx, filters, FILE_PAGE, after))
      if (rows.length === 0) return
      yield rows
        .map((one) =>
          csvLine([
            one.last_name,
            one.first_name,
            one.email,
            importedRoleLabels[one.role],
            one.groups.join('; '),
            personStateLabels[one.state],
            at(one.invited_at),
            at(one.signed_in_at),
          ]),
        )
        .join('')
      after = rows.at(-1)!.id
    }
  })()
}

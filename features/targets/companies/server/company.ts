// A company's targets visible to one person: own, shared, and of people they manage.
import { type RawBuilder, sql } from 'kysely'
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { managesPerson } from '#core/server/reports/scope.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Context } from '#core/sync/protocol.ts'
import { eventKey, NEWEST, TIMELINE_PAGE, timelinePage } from '../../detail/server/timeline.ts'
import { recordPipelineView } from '../../pipelines/server/proxy.ts'
import { type CompanyAnswer, type CompanyEvent, type CompanyTarget, MOST_TARGETS } from '../contract.ts'
import { leadingName, mergedNames, namesOnPage } from './names.ts'

type Asked = { name: string; before?: string | undefined }

/**
 * Finds any spelling. An unused name leads to the new one. Ignores targets invisible to the caller. Owners of pipelines
 * shown are notified, as when their manager opens them.
 */
export async function companyNamed(
  tx: Tx,
  session: SignedInSession,
  { now }: Pick<Context, 'now'>,
  { name, before }: Asked,
): Promise<CompanyAnswer> {
  let page = await namesOnPage(tx, pageKeyOf(name))
  let found = await targetsOf(tx, session, page.keys)
  let isRenamed = false
  if (found.length === 0) {
    const later = await renamedTo(tx, session, pageKeyOf(name))
    if (later !== null) {
      page = await namesOnPage(tx, later)
      found = await targetsOf(tx, session, page.keys)
      isRenamed = found.length > 0
    }
  }
  const targets = found.slice(0, MOST_TARGETS)
  const people = [...new Set(targets.flatMap(({ person_id }) => person_id ?? []))]
  if (people.length > 0 && before === undefined) recordPipelineView(tx, session, people, now)
  const told = targets.filter(({ standing }) => standing !== 'invited').map(({ id }) => id)
  return {
    name: leadingName(targets, page) ?? name,
    isRenamed,
    merged: await mergedNames(tx, session, targets, page, now),
    targets,
    isCut: found.length > MOST_TARGETS,
    ...(await eventsOf(tx, session, told, before)),
  }
}

type Wanted = { there: RawBuilder<unknown>; order: RawBuilder<unknown>; most: number }

/**
 * The first `most` targets `t` matching `there` by `order`, as `seen`: accessible to the caller or of people they
 * manage, each on one pipeline (`person_id`), preferably the owner's. Only its owner sees a private target.
 */
export async function seenBy(tx: Tx, session: SignedInSession, wanted: Wanted) {
  const { there, order, most } = wanted
  const these = sql`t.org_id = ${currentOrgId} and t.company_key <> '' and t.status <> 'deleted' and ${there}`
  if (await hasPeople(tx, session)) return seenByManager(session, { ...wanted, there: these })
  return sql`
    seen as (
      select t.*, me.response = 'pending' as is_invited, null::uuid as person_id
      from targets t join target_people me on me.org_id = t.org_id and me.target_id = t.id
      where ${these} and me.user_id = ${session.actor.id} and me.response in ('pending', 'accepted') and not me.gone
      order by ${order} limit ${most})`
}

const peopleOf = ({ actor, org }: SignedInSession) => sql`
  users u where u.org_id = ${currentOrgId} and u.deactivated_at is null and u.id <> ${actor.id} and ${managesPerson(actor.id, org.access)}`

async function hasPeople(tx: Tx, session: SignedInSession): Promise<boolean> {
  const { rows } = await tx.sql<{ is_so: boolean }>`select exists (select 1 from ${peopleOf(session)}) as is_so`
  return rows[0]!.is_so
}

/**
 * A company of a large firm has thousands of targets. They are read in order until enough are visible to the caller.
 */
function seenByManager(session: SignedInSession, { there, order, most }: Wanted) {
  const { actor } = session
  // "is true" makes PostgreSQL build a set once. A join would start with all pipelines of these people.
  const parts = sql`
    target_people p where p.org_id = ${currentOrgId} and p.target_id = t.id and not p.gone
      and case when p.user_id = ${actor.id} then p.response in ('pending', 'accepted')
        else p.response = 'accepted' and not t.is_private and (p.user_id in (select id from managed)) is true end`
  return sql`
    managed as materialized (select u.id from ${peopleOf(session)}),
    enough as materialized (
      select t.* from targets t cross join lateral (select from ${parts} limit 1) p
      where ${there} order by ${order} limit ${most}),
    seen as (
      select t.*, p.user_id = ${actor.id} and p.response = 'pending' as is_invited, nullif(p.user_id, ${actor.id}::uuid) as person_id
      from enough t
      cross join lateral (
        select p.user_id, p.response from ${parts} order by p.user_id <> ${actor.id}, p.user_id <> t.owner_id, p.user_id limit 1) p)`
}

/** Returns the newest targets, and one extra if there are more than are shown. */
async function targetsOf(tx: Tx, session: SignedInSession, keys: readonly string[]): Promise<CompanyTarget[]> {
  const [key, ...others] = keys
  if (!key) return []
  const { actor, org } = session
  const there = others.length === 0 ? sql`t.company_key = ${key}` : sql`t.company_key = any(${keys}::text[])`
  const { rows } = await tx.sql<CompanyTarget>`
    with ${await seenBy(tx, session, { there, order: sql`t.created_at desc, t.id`, most: MOST_TARGETS + 1 })}
    select t.id, t.owner_id, trim(o.first_name || ' ' || o.last_name) as owner, t.person_id,
      case when t.person_id is not null then 'managed' when t.is_invited then 'invited' when t.owner_id = ${actor.id} then 'own' else 'shared' end as standing,
      t.company, t.contact, case when t.is_invited then '' else t.contact_email end as contact_email,
      case when t.is_invited then '' else t.contact_phone end as contact_phone, t.type, t.value, t.status, t.goal,
      coalesce(k.description, '') as step, case when not t.is_invited then k.due end as due,
      case when not t.is_invited then t.projected_revenue::float8 end as projected_revenue, case when not t.is_invited then t.revenue::float8 end as revenue,
      to_char(t.created_at at time zone ${org.zone}, 'YYYY-MM-DD HH24:MI:SS') as created
    from seen t
    join users o on o.org_id = t.org_id and o.id = t.owner_id
    left join lateral (
      select s.description, s.due from tasks s
      where s.org_id = t.org_id and s.target_id = t.id and s.completed_at is null
        and s.user_id = case when t.is_invited then t.owner_id else coalesce(t.person_id, ${actor.id}) end limit 1) k on true
    order by t.created_at desc, t.id`
  return rows
}

/** Null if the caller sees none of them. */
async function renamedTo(tx: Tx, session: SignedInSession, key: string): Promise<string | null> {
  if (key === '') return null
  const there = sql`t.id in (select f.target_id from target_former_companies f where f.org_id = ${currentOrgId} and f.company_key = ${key})`
  const order = sql`t.modified_at desc, t.id`
  const { rows } = await tx.sql<{ company_key: string }>`
    with ${await seenBy(tx, session, { there, order, most: 1 })} select company_key from seen`
  return rows[0]?.company_key ?? null
}

/** Returns the events of these targets, newest first, paged like a target's own history. */
async function eventsOf(tx: Tx, { actor }: SignedInSession, targetIds: string[], before: string | undefined) {
  const [at, id] = before === undefined ? NEWEST : eventKey(before)
  const { rows } = await tx.sql<CompanyEvent>`
    select e.id, e.target_id, e.user_id, u.first_name, u.last_name, e.by_name, e.kind, e.at, e.undone, e.data
    from unnest(${targetIds}::uuid[]) as there (target_id)
    cross join lateral (
      select * from target_events one where one.org_id = ${currentOrgId} and one.target_id = there.target_id and (one.at, one.id) < (${at}::timestamptz, ${id}::uuid)
      order by one.at desc, one.id desc limit ${TIMELINE_PAGE + 1}) e
    join users u on u.org_id = e.org_id and u.id = e.user_id
    order by e.at desc, e.id desc limit ${TIMELINE_PAGE + 1}`
  return timelinePage(rows, actor.id)
}

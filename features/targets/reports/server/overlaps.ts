// The overlaps of a report's people with anybody in the firm.
import { sql } from 'kysely'
import { formatDay } from '#core/contract/dates.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { manages } from '#core/server/reports/scope.ts'
import { type AskedReport, serveViewerReport, type ViewerCount } from '#core/server/reports/serveViewerReport.ts'
import { overlapRequest } from '../../notices/contract.ts'
import {
  type OverlapRow,
  type OverlapState,
  type OverlapsReport,
  overlapStates,
  overlapsReport,
} from '../overlapsContract.ts'
import { targetPath } from '../reportPaths.ts'

type Member = {
  target_id: string
  owner_id: string
  owner: string
  company: string
  contact: string
  is_managed: boolean
}
type Group = { shared: 'Company' | 'Contact' | 'E-mail'; members: Member[] }
type Said = { user_id: string; target_id: string; answer: 'join' | 'introduction' | 'separate' | 'shared' }

export const overlapsOf: ViewerCount<OverlapsReport> = async (tx, asked) => {
  const groups = await groupsOf(tx, asked)
  const [said, asks] = [await saidOf(tx, groups), await asksOf(tx, groups, asked)]
  const all = distinct(groups).map((group) => rowOf(group, said, asks))
  const wanted = overlapStates.find((state) => state === asked.which)
  const count = (state: OverlapState) => all.filter((row) => row.state === state).length
  const rows = wanted ? all.filter(({ state }) => state === wanted) : all
  const rank = ({ state }: OverlapRow) => overlapStates.indexOf(state)
  return {
    rows: rows.sort((a, b) => rank(a) - rank(b) || a.target.localeCompare(b.target, 'en')),
    counts: { unresolved: count('unresolved'), separate: count('separate'), aligned: count('aligned') },
  }
}

/** Open targets of different owners, at least one of them counted here, that have a company (or a near spelling of it), a contact or an address in common. */
async function groupsOf(tx: Tx, { scope, session }: AskedReport): Promise<Group[]> {
  const { actor, org } = session
  const { rows } = await sql<Group>`
    with people as materialized (${scope.people}),
    open as materialized (
      select k.target_id, k.owner_id, k.contact_key, k.email_key,
        case when k.company_key = '' then '' else coalesce((select min(n.near_key) from company_near n where n.org_id = k.org_id and n.company_key = k.company_key), k.company_key) end as company_key
      from target_keys k join targets t on t.org_id = k.org_id and t.id = k.target_id and not t.is_private and t.status in ('active', 'archived')
      where k.org_id = ${firm} and has_overlaps(${firm})
    ),
    keyed as (
      select 'Company' as shared, company_key as key, target_id, owner_id from open where company_key <> ''
      union all select 'E-mail', email_key, target_id, owner_id from open where email_key <> ''
      union all select 'Contact', contact_key, target_id, owner_id from open where contact_key <> ''
    ),
    met as (
      select shared, key from keyed group by shared, key
      having min(owner_id::text) <> max(owner_id::text) and bool_or(owner_id in (select id from people))
    )
    select k.shared, jsonb_agg(jsonb_build_object('target_id', t.id, 'owner_id', u.id, 'owner', trim(u.first_name || ' ' || u.last_name), 'company', t.company,
      'contact', t.contact, 'is_managed', ${manages(actor.id, org.access)}) order by t.created_at, t.id) as members
    from met join keyed k using (shared, key) join targets t on t.org_id = ${firm} and t.id = k.target_id
    join users u on u.org_id = ${firm} and u.id = t.owner_id and u.deactivated_at is null
    group by k.shared, k.key having count(distinct u.id) > 1`.execute(tx)
  return rows
}

/** The same targets are one overlap, whatever else they share; what says most of it comes first. */
function distinct(groups: Group[]): Group[] {
  const order = ['Company', 'E-mail', 'Contact']
  const inOrder = groups.toSorted((a, b) => order.indexOf(a.shared) - order.indexOf(b.shared))
  const nameOf = ({ members }: Group) =>
    members
      .map(({ target_id }) => target_id)
      .sort()
      .join(' ')
  return [...new Map(inOrder.toReversed().map((group) => [nameOf(group), group])).values()]
}

/** What the people of these groups have said to each other's targets, and which they share. */
async function saidOf(tx: Tx, groups: Group[]): Promise<Map<string, Said['answer']>> {
  const ids = [...new Set(groups.flatMap(({ members }) => members.map(({ target_id }) => target_id)))]
  const { rows } = await sql<Said>`
    with these as materialized (select unnest(${ids}::uuid[]) as id)
    select a.user_id, a.target_id, a.answer from these cross join lateral (
      select a.user_id, a.target_id, a.answer from overlap_answers a where a.org_id = ${firm} and a.target_id = these.id offset 0) a
    union all
    select s.user_id, s.target_id, 'shared' from these cross join lateral (
      select s.user_id, s.target_id from target_people s where s.org_id = ${firm} and s.target_id = these.id and s.share_id is not null and s.response = 'accepted' and not s.gone offset 0) s`.execute(
    tx,
  )
  // A share says more than an answer.
  return new Map(rows.map(({ user_id, target_id, answer }) => [`${user_id} ${target_id}`, answer]))
}

/** For each Target the last time that a manager asked for its owner to work with others, in a sentence. */
async function asksOf(tx: Tx, groups: Group[], { session }: AskedReport): Promise<Map<string, string>> {
  const members = groups.flatMap((group) => group.members)
  const { rows } = await sql<{ target_id: string; day: string; by: string }>`
    select distinct on (n.subject_id) n.subject_id as target_id, to_char(n.created_at at time zone ${session.org.zone}, 'YYYY-MM-DD') as day, trim(u.first_name || ' ' || u.last_name) as by
    from notifications n join users u on u.org_id = n.org_id and u.id = n.actor_id
    where n.org_id = ${firm} and n.kind = ${overlapRequest.kind} and n.user_id = any(${[...new Set(members.map(({ owner_id }) => owner_id))]}::uuid[])
      and n.subject_id = any(${[...new Set(members.map(({ target_id }) => target_id))]}::uuid[]) order by n.subject_id, n.created_at desc`.execute(
    tx,
  )
  return new Map(
    rows.map(({ target_id, by, day }) => [target_id, `${by} asked them to work together on ${formatDay(day)}.`]),
  )
}

function rowOf({ shared, members }: Group, said: Map<string, Said['answer']>, asks: Map<string, string>): OverlapRow {
  const pairs = members.flatMap((a, at) =>
    members.slice(at + 1).flatMap((b) => (a.owner_id === b.owner_id ? [] : [[a, b] as const])),
  )
  const settled = pairs.map(([a, b]) => settle(a, b, said))
  const state = overlapStates.find((one) => settled.some((pair) => pair.state === one)) ?? 'unresolved'
  const [first] = members
  const reasons = settled.filter((pair) => pair.state === state).map(({ reason }) => reason)
  const asked =
    state === 'unresolved' && members.every(({ target_id }) => asks.has(target_id)) && asks.get(first!.target_id)
  return {
    target: (shared === 'Company' ? first!.company : first!.contact) || first!.contact,
    shared,
    members: members.map(({ owner_id, owner, target_id, is_managed }) => ({
      id: owner_id,
      name: owner,
      target_id,
      ...(is_managed && { open: { path: targetPath(owner_id, target_id) } }),
    })),
    state,
    reason: [
      ...new Set([
        ...(asked && settled.every(({ reason }) => reason === NOTHING_SAID) ? [] : reasons),
        ...(asked ? [asked] : []),
      ]),
    ].join(' '),
    can_bring_together: state === 'unresolved' && members.every(({ is_managed }) => is_managed),
  }
}

const NOTHING_SAID = 'Nobody has said anything yet.'
type Settled = { state: OverlapState; reason: string }

/** Of two people, by what either has said to the other's target. Source: RULINGS, section 12. */
function settle(a: Member, b: Member, said: Map<string, Said['answer']>): Settled {
  const both = [
    { by: a, to: b, answer: said.get(`${a.owner_id} ${b.target_id}`) },
    { by: b, to: a, answer: said.get(`${b.owner_id} ${a.target_id}`) },
  ]
  const told = (answer: Said['answer']) => both.find((one) => one.answer === answer)
  const shared = told('shared')
  if (shared) return { state: 'aligned', reason: `${shared.by.owner} works on the Target of ${shared.to.owner}.` }
  const introduced = told('introduction')
  if (introduced)
    return { state: 'aligned', reason: `${introduced.by.owner} asked ${introduced.to.owner} for an introduction.` }
  const separate = told('separate')
  if (separate) return { state: 'separate', reason: `${separate.by.owner} keeps it separate.` }
  const join = told('join')
  if (join) return { state: 'unresolved', reason: `${join.by.owner} asked to join ${join.to.owner}.` }
  return { state: 'unresolved', reason: NOTHING_SAID }
}

export const overlaps = serveViewerReport(overlapsReport, overlapsOf)

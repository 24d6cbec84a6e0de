// Finds overlaps between a report's people and anyone in the firm.
import { sql } from 'kysely'
import { formatDay } from '#core/contract/dates.ts'
import { invalid } from '#core/contract/errors.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { PAGE_ROWS } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { plainName } from '#core/server/reports/personNames.ts'
import { managesPerson } from '#core/server/reports/scope.ts'
import {
  type AskedReport,
  type RowOrder,
  serveViewerReport,
  type ViewerCount,
} from '#core/server/reports/serveViewerReport.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { overlapRequest } from '../../notices/contract.ts'
import { targetPath } from '../../pipelines/contract.ts'
import {
  type OverlapRow,
  type OverlapState,
  type OverlapsReport,
  overlapStates,
  overlapsReport,
} from '../overlapsContract.ts'

type Member = {
  target_id: string
  owner_id: string
  owner: string
  company: string
  contact: string
  is_managed: boolean
}
type Shared = 'Company' | 'Email' | 'Contact'
type Group = { shared: Shared; members: Member[] }
/**
 * Group of overlapping targets with owners and a name, before access is checked. The oldest target comes first. `order`
 * is the case-folded name.
 */
type Met = { shared: Shared; name: string; order: string; targets: { id: string; owner_id: string; owner: string }[] }
type Answer = 'join' | 'introduction' | 'separate' | 'shared'
/** Responses of people to targets, by both IDs. */
type Answers = Map<string, Answer>
/** `touched`: the targets with a response. */
type Meetings = { met: Met[]; answers: Answers; touched: ReadonlySet<string> }

/** Decides the state of all overlaps in one pass, and reads members and reasons only for the page. */
export const overlapsOf: ViewerCount<OverlapsReport> = async (tx, asked) => {
  const { from, order, words } = asked.page
  const { met, answers, touched } = await meetingsOf(tx, asked)
  const all = met.map((group) => ({ group, state: stateOf(group, answers, touched) }))
  const wanted = overlapStates.find((state) => state === asked.which)
  const shown = all
    .filter(({ group, state }) => (!wanted || state === wanted) && fits(group, words))
    .sort(inOrder(order))
  const page = from === null ? shown : shown.slice(from, from + PAGE_ROWS)
  const groups = await membersOf(
    tx,
    asked,
    page.map(({ group }) => group),
  )
  const asks = await asksOf(tx, groups, asked)
  const count = (state: OverlapState) => all.filter((one) => one.state === state).length
  return {
    rows: groups.map((group) => rowOf(group, answers, asks)),
    count: shown.length,
    from: from ?? 0,
    counts: { unresolved: count('unresolved'), separate: count('separate'), aligned: count('aligned') },
  }
}

const fits = ({ name, targets }: Met, words: string) =>
  words === '' || [name, ...targets.map(({ owner }) => owner)].some((text) => foldCase(text).includes(foldCase(words)))

type Settling = { group: Met; state: OverlapState }
const byName = (a: Settling, b: Settling) =>
  a.group.order < b.group.order ? -1 : a.group.order > b.group.order ? 1 : 0
const byState = (a: Settling, b: Settling) => overlapStates.indexOf(a.state) - overlapStates.indexOf(b.state)

/** Sorts unresolved ones first, then by name. Throws 400 for an unknown order. */
function inOrder(order: RowOrder | null): (a: Settling, b: Settling) => number {
  const turn = order?.isDescending ? -1 : 1
  if (order === null || order.key === 'state') return (a, b) => turn * byState(a, b) || byName(a, b)
  if (order.key === 'target') return (a, b) => turn * byName(a, b)
  throw invalid({ order: 'Choose a column.' })
}

/** Ordered from the most to the least significant. */
const kinds: readonly Shared[] = ['Company', 'Email', 'Contact']

/**
 * Finds open targets of different owners, at least one of them in the report, with a common company (or a near
 * spelling), contact, or email address. Returns them with their responses and shares.
 */
async function meetingsOf(tx: Tx, { scope }: AskedReport): Promise<Meetings> {
  // Uses integers for targets and owners, because it compares tens of thousands of them.
  type Found = {
    groups: [kind: number, targets: number[]][] | null
    targets: [place: number, id: string, owner: number, company: string, contact: string, created: number][] | null
    owners: [place: number, id: string, name: string][] | null
    said: [person: string, target: number, answer: Answer][] | null
  }
  const isOfPeople = (key: 'company_key' | 'email_key' | 'contact_key') =>
    scope.key === 'org'
      ? sql`true`
      : sql`${sql.ref(key)} in (select ${sql.ref(key)} from keys where owner_id in (select id from people))`
  // Searches for shared values first, so that most of a firm's targets aren't read.
  const { rows } = await tx.sql<Found>`
    with people as materialized (${scope.people}),
    owners as materialized (
      select u.id, (row_number() over ())::int as place, ${plainName} as name, u.id in (select id from people) as is_in
      from users u where u.org_id = ${currentOrgId} and u.deactivated_at is null),
    near as materialized (select n.company_key, min(n.near_key) as near_key from company_near n where n.org_id = ${currentOrgId} group by 1),
    keys as (
      select k.target_id, k.owner_id, case when k.company_key = '' then '' else coalesce(near.near_key, k.company_key) end as company_key, k.email_key, k.contact_key
      from target_keys k left join near on near.company_key = k.company_key where k.org_id = ${currentOrgId} and (select has_overlaps(${currentOrgId}))),
    common as materialized (
      select 0 as kind, company_key as key from keys where company_key <> '' and ${isOfPeople('company_key')} group by 2 having count(*) > 1
      union all select 1, email_key from keys where email_key <> '' and ${isOfPeople('email_key')} group by 2 having count(*) > 1
      union all select 2, contact_key from keys where contact_key <> '' and ${isOfPeople('contact_key')} group by 2 having count(*) > 1),
    keyed as materialized (
      select 0 as kind, company_key as key, target_id from keys where company_key in (select key from common where kind = 0)
      union all select 1, email_key, target_id from keys where email_key in (select key from common where kind = 1)
      union all select 2, contact_key, target_id from keys where contact_key in (select key from common where kind = 2)),
    open as materialized (
      select (row_number() over ())::int as place, t.id, o.place as owner, o.is_in, t.company, t.contact, extract(epoch from t.created_at) as created
      from targets t join owners o on o.id = t.owner_id
      where t.org_id = ${currentOrgId} and not t.is_private and t.status in ('active', 'archived') and t.id in (select target_id from keyed)),
    groups as materialized (
      select k.kind, array_agg(o.place) as targets from keyed k join open o on o.id = k.target_id group by k.kind, k.key having min(o.owner) <> max(o.owner) and bool_or(o.is_in))
    select (select json_agg(json_build_array(kind, targets) order by kind) from groups) as groups,
      (select json_agg(json_build_array(o.place, o.id, o.owner, o.company, o.contact, o.created))
        from open o where o.place in (select unnest(targets) from groups)) as targets,
      (select json_agg(json_build_array(o.place, o.id, o.name)) from owners o) as owners,
      (select json_agg(json_build_array(said.user_id, said.place, said.answer)) from (
        select a.user_id, o.place, a.answer from overlap_answers a join open o on o.id = a.target_id where a.org_id = ${currentOrgId}
        union all
        select s.user_id, o.place, 'shared' from target_people s join open o on o.id = s.target_id
        where s.org_id = ${currentOrgId} and s.share_id is not null and s.response = 'accepted' and not s.gone) said) as said`
  const { groups, targets, owners, said } = rows[0]!
  const owner = new Map((owners ?? []).map(([place, id, name]) => [place, { owner_id: id, owner: name }]))
  const target = new Map(
    (targets ?? []).map(([place, id, whose, company, contact, created]) => [
      place,
      { id, ...owner.get(whose)!, company, contact, created },
    ]),
  )
  const met = new Map<string, Met>()
  for (const [kind, places] of groups ?? []) {
    const all = places.sort((a, b) => a - b).join(' ')
    // The same targets form one overlap, even if they share several values.
    if (met.has(all)) continue
    const its = places.map((place) => target.get(place)!)
    its.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
    const name = nameOf(kinds[kind]!, its[0]!)
    met.set(all, { shared: kinds[kind]!, name, order: foldCase(name), targets: its })
  }
  // A share takes precedence over a response.
  const heard = (said ?? []).flatMap(([person, place, answer]) => {
    const to = target.get(place)
    return to ? [{ person, to: to.id, answer }] : []
  })
  return {
    met: [...met.values()],
    answers: new Map(heard.map(({ person, to, answer }) => [`${person} ${to}`, answer])),
    touched: new Set(heard.map(({ to }) => to)),
  }
}

const nameOf = (shared: Shared, { company, contact }: Pick<Member, 'company' | 'contact'>) =>
  (shared === 'Company' ? company : contact) || contact

function stateOf({ targets }: Met, answers: Answers, touched: ReadonlySet<string>): OverlapState {
  if (!targets.some(({ id }) => touched.has(id))) return 'unresolved'
  const members = targets.map(({ id, owner_id, owner }) => ({ target_id: id, owner_id, owner }))
  return worstOf(pairsOf(members).map(([a, b]) => settle(a, b, answers).state))
}

/** Returns the least resolved state in an overlap. */
const worstOf = (states: readonly OverlapState[]) => overlapStates.find((one) => states.includes(one)) ?? 'unresolved'

const pairsOf = <M extends { owner_id: string }>(members: readonly M[]) =>
  members.flatMap((a, at) => members.slice(at + 1).flatMap((b) => (a.owner_id === b.owner_id ? [] : [[a, b] as const])))

async function membersOf(tx: Tx, { session }: AskedReport, groups: readonly Met[]): Promise<Group[]> {
  const { actor, org } = session
  const ids = [...new Set(groups.flatMap(({ targets }) => targets.map(({ id }) => id)))]
  const { rows } = await tx.sql<Member>`
    select t.id as target_id, u.id as owner_id, ${plainName} as owner, t.company, t.contact, ${managesPerson(actor.id, org.access)} as is_managed
    from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id
    where t.org_id = ${currentOrgId} and t.id = any(${ids}::uuid[]) and not t.is_private`
  const member = new Map(rows.map((row) => [row.target_id, row]))
  // A target can be deleted or hidden in the meantime, and an overlap needs two.
  return groups
    .map(({ shared, targets }) => ({ shared, members: targets.flatMap(({ id }) => member.get(id) ?? []) }))
    .filter(({ members }) => pairsOf(members).length > 0)
}

/** `said` describes the last request of a manager to the Target's owner. `mine` lists the viewer's own requests. */
type Asks = Map<string, { said: string; mine: string[] }>

/** Returns the requests of managers for each Target. */
async function asksOf(tx: Tx, groups: Group[], { session }: AskedReport): Promise<Asks> {
  const members = groups.flatMap((group) => group.members)
  const { rows } = await tx.sql<{ target_id: string; day: string; by: string; mine: string[] }>`
    select distinct on (n.subject_id) n.subject_id as target_id, to_char(n.created_at at time zone ${session.org.zone}, 'YYYY-MM-DD') as day, ${plainName} as by,
      coalesce(array_agg(n.key::text) filter (where n.actor_id = ${session.actor.id}) over (partition by n.subject_id), '{}') as mine
    from notifications n join users u on u.org_id = n.org_id and u.id = n.actor_id
    where n.org_id = ${currentOrgId} and n.kind = ${overlapRequest.kind} and n.user_id = any(${[...new Set(members.map(({ owner_id }) => owner_id))]}::uuid[])
      and n.subject_id = any(${[...new Set(members.map(({ target_id }) => target_id))]}::uuid[]) order by n.subject_id, n.created_at desc`
  return new Map(
    rows.map(({ target_id, by, day, mine }) => [
      target_id,
      { said: `${by} asked them to work together on ${formatDay(day)}.`, mine },
    ]),
  )
}

function rowOf({ shared, members }: Group, said: Answers, asks: Asks): OverlapRow {
  const settled = pairsOf(members).map(([a, b]) => settle(a, b, said))
  const state = worstOf(settled.map((pair) => pair.state))
  const [first] = members
  const reasons = settled.filter((pair) => pair.state === state).map(({ reason }) => reason)
  const asked =
    state === 'unresolved' && members.every(({ target_id }) => asks.has(target_id)) && asks.get(first!.target_id)?.said
  const mine = asks.get(first!.target_id)?.mine ?? []
  return {
    target: nameOf(shared, first!),
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
    can_undo_request: mine.some((key) => members.every(({ target_id }) => asks.get(target_id)?.mine.includes(key))),
  }
}

const NOTHING_SAID = 'No one has responded yet.'
type Party = Pick<Member, 'target_id' | 'owner_id' | 'owner'>
type Settled = { state: OverlapState; reason: string }

/** Decides the state of two people from their responses to each other's target. Source: RULINGS, section 12. */
function settle(a: Party, b: Party, said: Answers): Settled {
  const both = [
    { by: a, to: b, answer: said.get(`${a.owner_id} ${b.target_id}`) },
    { by: b, to: a, answer: said.get(`${b.owner_id} ${a.target_id}`) },
  ]
  const told = (answer: Answer) => both.find((one) => one.answer === answer)
  const shared = told('shared')
  if (shared) return { state: 'aligned', reason: `${shared.by.owner} works on ${shared.to.owner}’s Target.` }
  const introduced = told('introduction')
  if (introduced)
    return { state: 'aligned', reason: `${introduced.by.owner} asked ${introduced.to.owner} for an introduction.` }
  const separate = told('separate')
  if (separate) return { state: 'separate', reason: `${separate.by.owner} keeps it separate.` }
  const join = told('join')
  if (join) return { state: 'unresolved', reason: `${join.by.owner} asked to join ${join.to.owner}.` }
  return { state: 'unresolved', reason: NOTHING_SAID }
}

export const readOverlaps = serveViewerReport(overlapsReport, overlapsOf, subscribed(trackerFlag))

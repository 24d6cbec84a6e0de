// Starts a run: stores the current email and a row for each current recipient. Later changes don't affect the run.
import { isShownInsights } from '#core/contract/orgReport.ts'
import { nextRunAfter } from '#core/contract/series.ts'
import type { Settings } from '#core/contract/session.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { isMailAddress } from '#core/server/outgoing/sender.ts'
import { updateSchedule } from '#core/server/recurring/recurring.ts'
import { beginRun, endRun } from '#core/server/recurring/runs.ts'
import { itemsFor, keyOfContent, skippedItems } from '../items.ts'
import { nextState } from '../state.ts'
import { composeDigest } from './composeDigest.ts'
import { type DigestContent, openers } from './contents.ts'
import { type NotMailed, notMailed, storeDigestMail } from './mail/sending.ts'
import { populated } from './populating.ts'
import { chosen } from './reach.ts'
import { type DigestRow, digestMail, type ItemRow, itemsOf, saveItems } from './rows.ts'

export type Taking = {
  orgId: string
  zone: string
  now: string
  /** This server's origin, as in links.ts. */
  origin: string
  /** A person requested the run, so the scheduled ones stay. */
  isAsked?: boolean
}

/** Starts a run of a digest whose row is locked, and returns the run's id. Throws 409 if it isn't due. */
export async function startRun(tx: Tx, row: DigestRow, taking: Taking): Promise<string> {
  const { zone, now, isAsked = false } = taking
  const sending = nextState(row.status, isAsked ? 'sendNow' : 'take')
  const runId = newId()
  const items = await presentItems(tx, row, taking, runId)
  const { mail, keys, contents } = await composeDigest(tx, row, items, taking)
  await storeDigestMail(tx, runId, mail)
  await beginRun(tx, digestMail, row.id, { id: runId, number: row.made, keys, at: now })
  const waiting = await reserveRecipients(tx, { row, runId, keys, contents })
  const series = { start: row.start, frequency: row.frequency, zone }
  const isLater = isAsked && row.next_at !== null && row.next_at > now && row.frequency !== 1
  const next = isLater
    ? { n: row.next_run, at: row.next_at }
    : row.frequency === 1 || !row.start
      ? null
      : nextRunAfter(series, row.status === 'draft' ? 0 : row.next_run + 1, now)
  const when = { next_run: next?.n ?? row.next_run, next_at: next?.at ?? null }
  await updateSchedule(tx, digestMail, row.id, { status: sending, made: row.made + 1, ...when })
  if (waiting === 0) await endDigestRun(tx, runId, now)
  return runId
}

/** Chooses auto-populated favorites again for each run after the first. */
async function presentItems(tx: Tx, row: DigestRow, { zone, now }: Taking, runId: string): Promise<ItemRow[]> {
  const items = await itemsOf(tx, row.id)
  if (!row.auto_populate || row.made === 0 || !row.author_id) return items
  const others = items.filter(({ is_auto }) => !is_auto)
  const today = { zone, now }
  const all = [...others, ...(await populated(tx, { authorId: row.author_id, others, today, seed: runId }))]
  await saveItems(tx, row.id, all)
  return all
}

type Person = {
  id: string
  email: string
  name: string
  settings: Settings
  is_deactivated: boolean
  is_left_out: boolean
  /** The list that includes the person; null if they were selected by name. */
  list: string | null
}

/** Returns people who are named, on a list, or in a group of one, each once. */
async function peopleOf(tx: Tx, digestId: string): Promise<Person[]> {
  const { rows } = await tx.sql<Person>`
    with meant as (select m.user_id, m.list from digests d cross join lateral (${chosen}) m where d.org_id = ${currentOrgId} and d.id = ${digestId})
    select u.id, u.email, trim(u.first_name || ' ' || u.last_name) as name, u.settings, u.deactivated_at is not null as is_deactivated,
      exists (select 1 from digest_left_out x where x.org_id = ${currentOrgId} and x.digest_id = ${digestId} and x.user_id = u.id) as is_left_out,
      case when bool_or(m.list is null) then null else min(m.list) end as list
    from meant m join users u on u.org_id = ${currentOrgId} and u.id = m.user_id where u.role <> 'operator' group by u.org_id, u.id order by u.id`
  return rows
}

/** Returns, per person, the keys that reached them in earlier runs, or might have. */
async function hadBefore(tx: Tx, digestId: string, keys: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await tx.sql<{ user_id: string; had: string[] }>`
    select r.user_id, array_agg(distinct run.keys[place + 1]) as had
    from digest_runs run join digest_recipients r on r.org_id = run.org_id and r.run_id = run.id and r.state in ('sent', 'doubt', 'sending', 'waiting'),
      unnest(r.items) place
    where run.org_id = ${currentOrgId} and run.digest_id = ${digestId} and run.keys && ${[...keys]}::text[] and run.keys[place + 1] = any(${[...keys]}::text[])
    group by r.user_id`
  return new Map(rows.map(({ user_id, had }) => [user_id, new Set(had)]))
}

const reasons: Record<NotMailed, string> = {
  gone: skippedItems.deactivated,
  unsubscribed: skippedItems.unsubscribed,
  suppressed: skippedItems.suppressed,
}

type Run = { row: DigestRow; runId: string; keys: string[]; contents: Map<string, DigestContent> }

/** Adds the recipients and returns how many of them will get an email. */
async function reserveRecipients(tx: Tx, { row, runId, keys, contents }: Run): Promise<number> {
  const people = await peopleOf(tx, row.id)
  const ids = people.map(({ id }) => id)
  const had = await hadBefore(tx, row.id, keys)
  const ended = await notMailed(tx, ids)
  const restricted = [...contents.values()].filter(({ is_for_everyone }) => !is_for_everyone).map(({ id }) => id)
  const may = await openers(tx, restricted, ids)
  const byKey = new Map([...contents.values()].map((content) => [keyOfContent(content.id), content]))
  const isOpenFor = (person: Person, key: string) => {
    const content = byKey.get(key)
    if (!content) return true
    return content.is_for_everyone || may.has(`${content.id} ${person.id}`)
  }
  const decide = (person: Person): { places: number[] } | { reason: string } => {
    if (person.is_deactivated) return { reason: skippedItems.deactivated }
    if (person.is_left_out) return { reason: skippedItems.byAuthor }
    if (!isMailAddress(person.email)) return { reason: skippedItems.noAddress }
    const why = ended.get(person.id)
    if (why) return { reason: reasons[why] }
    if (!isShownInsights(person.settings)) return { reason: skippedItems.noInsights }
    const openable = new Set(keys.filter((key) => isOpenFor(person, key)))
    return itemsFor({ keys, openable, had: had.get(person.id) ?? new Set() })
  }
  const rows = people.map((person) => ({ person, decided: decide(person) }))
  await insertRecipients(tx, runId, row, rows)
  return rows.filter(({ decided }) => 'places' in decided).length
}

type Decided = { person: Person; decided: { places: number[] } | { reason: string } }

async function insertRecipients(tx: Tx, runId: string, row: DigestRow, rows: readonly Decided[]): Promise<void> {
  const written = rows.map(({ person: { id, email, name, list }, decided }) => ({
    user_id: id,
    email,
    name,
    state: 'places' in decided ? 'waiting' : 'skipped',
    problem: 'places' in decided ? '' : decided.reason,
    items: 'places' in decided ? decided.places : [],
    why:
      list === null
        ? `You’re getting this because ${row.curated_by} added you as a recipient.`
        : `You’re getting this because you’re on the list “${list}.”`,
  }))
  await tx.sql`
    insert into digest_recipients (org_id, run_id, user_id, email, name, state, problem, items, why)
    select ${currentOrgId}, ${runId}, r.user_id, r.email, r.name, r.state, r.problem,
      array(select x::smallint from jsonb_array_elements_text(r.items) x), r.why
    from jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as r (user_id uuid, email text, name text, state text, problem text, items jsonb, why text) returning 1`
}

/** Ends a run without pending emails and moves its digest on. Returns false if some are still pending. */
export async function endDigestRun(tx: Tx, runId: string, now: string): Promise<boolean> {
  // Locks the digest first, in the same order as a retry does.
  await tx.sql`
    select from digests d where d.org_id = ${currentOrgId} and d.id = (select digest_id from digest_runs where org_id = ${currentOrgId} and id = ${runId}) for update`
  const digestId = await endRun(tx, digestMail, runId, now)
  if (digestId === undefined) return false
  await tx.sql`
    update digest_runs r set rests_until = null, counts = c.counts, state = case when c.mailed = 0 then 'nothing_new' else 'done' end
    from (select coalesce(jsonb_object_agg(state, n), '{}') as counts, coalesce(sum(n) filter (where state <> 'skipped'), 0) as mailed
      from (select state, count(*)::int as n from digest_recipients where org_id = ${currentOrgId} and run_id = ${runId} group by state) s) c
    where r.org_id = ${currentOrgId} and r.id = ${runId}`
  // After a retry, the digest can already have another status, which stays.
  await tx.sql`
    update digests set status = case when next_at is null then 'sent' else 'scheduled' end
    where org_id = ${currentOrgId} and id = ${digestId} and status = 'sending'
      and not exists (select 1 from digest_runs o where o.org_id = ${currentOrgId} and o.digest_id = digests.id and o.state = 'sending')`
  return true
}

// Returns colleagues who pursue the company or person being typed, and stores responses.
import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { allOf, defineHandler, type Handler, type Policy, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Context } from '#core/sync/protocol.ts'
import { type OverlapAnswer, routes } from '../contract.ts'
import { keysOf, type OverlapKeys } from '../overlaps.ts'
import { mergeOverlapHandlers } from './merging.ts'

/** Default number of overlaps, also shown while typing. */
const SHOWN = 5

const tracker: Policy = allOf(signedIn, subscribed(trackerFlag))

export const overlapRoutes: Handler[] = [
  defineHandler(
    routes.overlaps,
    tracker,
    async ({ tx, context, query }) => ({
      overlaps: await overlapsOf(tx, context, typedKeys(query), query.limit),
    }),
    { isAtOnce: true },
  ),
  defineHandler(routes.answerOverlap, tracker, ({ tx, context, params, body }) =>
    answerOverlap(tx, context, params.id, body),
  ),
  defineHandler(routes.takeBackAnswer, tracker, ({ tx, context, params }) => withdrawAsk(tx, context, params.id)),
  ...mergeOverlapHandlers,
]

type Typed = { company?: string | undefined; contact?: string | undefined; email?: string | undefined }
const typedKeys = ({ company = '', contact = '', email = '' }: Typed) =>
  keysOf({ company, contact, contact_email: email })

type Found = { target_id: string; target: string; member: string; answer: OverlapAnswer | null }

/** Returns colleagues' open targets that overlap with these keys, except those the caller has access to. */
async function overlapsOf(tx: Tx, { actor }: Context, keys: OverlapKeys, limit = SHOWN): Promise<Found[]> {
  const { company, contact, email, spellings } = keys
  const { rows } = await tx.send(sql<Found>`
    select t.id as target_id, concat_ws(', ', nullif(t.company, ''), nullif(t.contact, '')) as target, trim(u.first_name || ' ' || u.last_name) as member, a.answer
    from (select distinct o from overlapping(${currentOrgId}, ${actor.id}, near_companies(${currentOrgId}, ${company}, ${spellings}::text[]), ${contact}, ${email}) as o) found
    -- Upkeep may be a moment behind: what is said of a target is what it is now.
    join targets t on t.org_id = ${currentOrgId} and t.id = found.o and not t.is_private and t.status in ('active', 'archived')
    join users u on u.org_id = ${currentOrgId} and u.id = t.owner_id and u.deactivated_at is null
    left join overlap_answers a on a.org_id = ${currentOrgId} and a.target_id = t.id and a.user_id = ${actor.id}
    where has_overlaps(${currentOrgId})
      and not exists (select 1 from target_people p where p.org_id = ${currentOrgId} and p.target_id = t.id and p.user_id = ${actor.id} and not p.gone)
    order by t.id limit ${limit}`)
  return rows
}

const asked = { join: 'joinAsked', introduction: 'introductionAsked' } as const

/**
 * A request joins the history of the colleague's target and is shown to them. 404 for a target the caller can't know
 * of.
 */
async function answerOverlap(tx: Tx, context: Context, id: string, body: Typed & { answer: OverlapAnswer }) {
  const { actor, now, key, byName = '' } = context
  const { answer, company = '' } = body
  const typed = typedKeys(body)
  const { rows } = await tx.sql<{ owner_id: string; status: string }>`
    select t.owner_id, t.status from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id and u.deactivated_at is null
    where t.org_id = ${currentOrgId} and t.id = ${id} and not t.is_private and t.status in ('active', 'archived') and t.owner_id <> ${actor.id} and has_overlaps(${currentOrgId})
      and not exists (select 1 from target_people p where p.org_id = ${currentOrgId} and p.target_id = t.id and p.user_id = ${actor.id} and not p.gone)
      -- A target of one's own overlaps with it, or what one types for a new one does: an id alone is no overlap.
      and (exists (select 1 from overlapping(${currentOrgId}, ${actor.id}, near_companies(${currentOrgId}, ${typed.company}, ${typed.spellings}::text[]), ${typed.contact}, ${typed.email}) as o where o = t.id)
        or exists (select 1 from overlapping_target(${currentOrgId}, t.id) as o
          join targets mine on mine.org_id = ${currentOrgId} and mine.id = o and mine.owner_id = ${actor.id} and mine.status in ('active', 'archived')))
    for update of t`
  const [target] = rows
  if (!target) throw notFound('No target found with the specific id.')
  const { rows: before } = await tx.sql<{ answer: OverlapAnswer }>`
    with old as materialized (select answer from overlap_answers where org_id = ${currentOrgId} and user_id = ${actor.id} and target_id = ${id}), said as (
      insert into overlap_answers (org_id, user_id, target_id, answer, company, at) values (${currentOrgId}, ${actor.id}, ${id}, ${answer}, ${company}, ${now})
      on conflict (org_id, user_id, target_id) do update set answer = excluded.answer, company = excluded.company, at = excluded.at,
        dismissed_at = case when overlap_answers.answer = excluded.answer then overlap_answers.dismissed_at end)
    select answer from old`
  if (before[0]?.answer === answer) return
  if (answer !== 'separate')
    await tx.sql`
      insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues, by_name)
      select ${currentOrgId}, ${newId()}, ${id}, ${actor.id}, ${target.owner_id}, ${asked[answer]}, ${now}, '{}', ${key}, ${target.status}, coalesce(jsonb_object_agg(k.user_id, k.due), '{}'), ${byName}
      from tasks k where k.org_id = ${currentOrgId} and k.target_id = ${id} and k.completed_at is null returning 1`
  await tx.sql`select rebuild_target_views(${currentOrgId}, array[${id}]::uuid[])`
}

/** Removes the response, so that the colleague no longer sees a request. Does nothing if there was none. */
async function withdrawAsk(tx: Tx, { actor }: Context, id: string): Promise<void> {
  // Locks the target before its dependent rows, like every change of a target.
  await tx.sql`select from targets where org_id = ${currentOrgId} and id = ${id} for update`
  const { rows } = await tx.sql<{ answer: OverlapAnswer }>`
    delete from overlap_answers where org_id = ${currentOrgId} and user_id = ${actor.id} and target_id = ${id} returning answer`
  const [said] = rows
  if (!said) throw notFound('No target found with the specific id.')
  if (said.answer !== 'separate')
    await tx.sql`
      update target_events set undone = true
      where org_id = ${currentOrgId} and target_id = ${id} and user_id = ${actor.id} and kind = ${asked[said.answer]} and not undone`
  await tx.sql`select rebuild_target_views(${currentOrgId}, array[${id}]::uuid[])`
}

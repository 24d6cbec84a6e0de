// Exports a person's pipeline as part of their own data: each target as they see it, with its history.
import { offeredStages, type Stages, stageName } from '#core/contract/stages.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { targetMoved } from '../eventsContract.ts'

const PAGE = 50
type Happened = { what: string; details: Record<string, unknown> }

/** A target includes its steps, notes, and collaborators. A pending invitation shows only what invitations show. */
export async function myTargets(tx: Tx, { actor, org }: Pick<SignedInSession, 'actor' | 'org'>, after: string | null) {
  const stages = org.stages ?? offeredStages
  const { rows } = await tx.sql<{ target_id: string; doc: string; history: Happened[] }>`
    select tp.target_id, '{' || tp.doc as doc, case when tp.response = 'pending' then '[]'::json else coalesce((
        select json_agg(json_build_object('at', e.at, 'who', trim(u.first_name || ' ' || u.last_name), 'worked_by', e.by_name, 'what', e.kind, 'taken_back', e.undone,
          'details', case when e.kind = 'noteWritten' and coalesce(e.data->>'user_id', e.user_id::text) <> ${actor.id} then '{}'::jsonb else e.data end) order by e.at, e.id)
        from target_events e join users u on u.org_id = e.org_id and u.id = e.user_id where e.org_id = ${currentOrgId} and e.target_id = tp.target_id), '[]'::json) end as history
    from target_people tp
    where tp.org_id = ${currentOrgId} and tp.user_id = ${actor.id} and not tp.gone and tp.doc is not null and tp.target_id > ${after ?? FIRST_ID}
    order by tp.target_id limit ${PAGE}`
  return {
    rows: rows.map(({ doc, history }) => {
      const { undo: _, ...target } = JSON.parse(doc) as Record<string, unknown>
      return {
        ...target,
        ...named('stage', target.stage, stages),
        history: history.map((one) => withNames(one, stages)),
      }
    }),
    after: rows.length < PAGE ? null : rows.at(-1)!.target_id,
  }
}

/** Returns the name of the stage with this ID beside it, or nothing for none. */
const named = (field: string, id: unknown, stages: Stages) =>
  typeof id === 'string' ? { [`${field}_name`]: stageName(stages, id) } : {}

const withNames = (one: Happened, stages: Stages): Happened =>
  one.what === targetMoved.kind
    ? {
        ...one,
        details: {
          ...one.details,
          ...named('from', one.details.from, stages),
          ...named('to', one.details.to, stages),
        },
      }
    : one

/** Returns invitations that the person sent or received, with the result, even if they can't see the target anymore. */
export async function myShares(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>, after: string | null) {
  const { rows } = await tx.sql<{ share_id: string }>`
    select tp.share_id, t.company, t.contact, trim(f.first_name || ' ' || f.last_name) as from_name, trim(u.first_name || ' ' || u.last_name) as to_name, tp.response, tp.responded_at
    from target_people tp join targets t on t.org_id = tp.org_id and t.id = tp.target_id
    join users f on f.org_id = tp.org_id and f.id = tp.from_id join users u on u.org_id = tp.org_id and u.id = tp.user_id
    where tp.org_id = ${currentOrgId} and tp.share_id is not null and (tp.user_id = ${actor.id} or tp.from_id = ${actor.id}) and tp.share_id > ${after ?? FIRST_ID}
    order by tp.share_id limit ${PAGE}`
  return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.share_id }
}

export async function viewsOfMyPipeline(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>) {
  const { rows } = await tx.sql`
    select trim(u.first_name || ' ' || u.last_name) as who, l.day, l.at from pipeline_looks l join users u on u.org_id = l.org_id and u.id = l.user_id
    where l.org_id = ${currentOrgId} and l.person_id = ${actor.id} order by l.day, l.at`
  return { rows, after: null }
}

export async function myReminders(tx: Tx, { actor }: Pick<SignedInSession, 'actor'>) {
  const { rows } = await tx.sql`
    select target_id, task_id, at, fired_at from reminders where org_id = ${currentOrgId} and user_id = ${actor.id} order by target_id`
  return { rows, after: null }
}

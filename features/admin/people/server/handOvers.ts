// Hands a person's targets to others: the first part with the change, the rest in a background task in small batches.
// Progress is in the database, so it survives a crash.
import { z } from 'zod'
import { messageOf, Refusal } from '#core/contract/errors.ts'
import { id } from '#core/contract/fields.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import type { Call } from '#core/server/routes.ts'
import { type Batch, defineTask, triggerAfterCommit } from '#core/server/work/work.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { OwnershipTransfer } from '#features/targets/server/contract.ts'
import type { HandOverPlan } from '../contract.ts'
import { subjectOf } from './person.ts'

/** Targets per transaction, which bounds how long other requests wait. */
const FIRST = 100

type Person = { id: string; first_name: string; last_name: string }

/** Starts a hand-over and does the first part. Throws 404 for a new owner who isn't active in this firm. */
export async function beginHandOver(
  tx: Tx,
  {
    session,
    by,
  }: Pick<Call<unknown, unknown, unknown>, 'session'> & {
    /** Name of the actor, if it isn't the session's person. */ by?: string | undefined
  },
  person: Person,
  plan: HandOverPlan,
  targets: OwnershipTransfer,
): Promise<void> {
  const owned = await targets.count(tx, person.id)
  const total = Object.keys(plan).reduce((sum, status) => sum + (owned[status] ?? 0), 0)
  const id = newId()
  const { rows } = await tx.sql`
    insert into hand_overs (org_id, id, user_id, by_user_id, by_name, plan, state, total)
    select ${currentOrgId}, ${id}, ${person.id}, ${by ?? session.actor.id}, ${session.by?.name ?? ''}, ${JSON.stringify(plan)}::jsonb, 'running', ${total}
    on conflict (org_id, user_id) where state = 'running' do nothing returning id`
  if (rows.length === 0)
    throw new Refusal('not_allowed_now', `The Targets of ${fullNameOf(person)} are already being handed over.`)
  const { isLeft } = await step(tx, id, targets, FIRST)
  if (isLeft) triggerAfterCommit(tx, handOvers)
  if (total > 0)
    await audit(tx, session, {
      action: 'person.targets_handed_over',
      subject: subjectOf(person),
      details: { targets: total, to: await namesOf(tx, Object.values(plan)) },
    })
  else await tx.sql`delete from hand_overs where org_id = ${currentOrgId} and id = ${id}`
}

async function namesOf(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await tx.sql<Person>`
    select id, first_name, last_name from users where org_id = ${currentOrgId} and id = any(${ids}) order by last_name, first_name, id`
  return rows.map(fullNameOf)
}

type Stored = { plan: HandOverPlan; after_id: string; zone: string; by_name: string; from: Actor; by: Actor }

/** Does the next part with its row locked, so that a second process continues where the first ended. */
async function step(tx: Tx, id: string, targets: OwnershipTransfer, most: number): Promise<Batch> {
  const { rows } = await tx.sql<Stored>`
    select h.plan, h.after_id, o.time_zone as zone, h.by_name,
      json_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name, 'role', p.role) as from,
      json_build_object('id', b.id, 'first_name', b.first_name, 'last_name', b.last_name, 'role', b.role) as by
    from hand_overs h join orgs o on o.id = h.org_id join users p on p.org_id = h.org_id and p.id = h.user_id join users b on b.org_id = h.org_id and b.id = h.by_user_id
    where h.org_id = ${currentOrgId} and h.id = ${id} and h.state = 'running' for update of h`
  const stored = rows[0]
  if (!stored) return { done: 0, isLeft: false }
  const { from, by, by_name: byName, plan, after_id: after, zone } = stored
  const now = new Date().toISOString()
  const { done, last } = await targets.handOver(tx, { from, by, byName, plan, after, most, key: id, now, zone })
  const isLeft = last !== null
  await tx.sql`
    update hand_overs set done = done + ${done}, after_id = coalesce(${last}::uuid, after_id), state = ${isLeft ? 'running' : 'done'}, finished_at = ${isLeft ? null : now}::timestamptz
    where org_id = ${currentOrgId} and id = ${id}`
  return { done, isLeft }
}

type Input = { orgId: string; id: string }

export const handOvers = { name: 'handOvers' }

export const handOverTask = (targets: OwnershipTransfer) =>
  defineTask<Input>({
    ...handOvers,
    input: z.object({ orgId: id, id }),
    key: ({ id }) => id,
    sizes: { first: FIRST, most: 300 },
    due: async (database) =>
      (
        await withoutRls(
          database,
          (tx) => tx.sql<Input>`select org_id as "orgId", id from hand_overs where state = 'running'`,
        )
      ).rows,
    begin: async (database, { orgId, id }) => ({
      next: (size) => withOrg(database, orgId, (tx) => step(tx, id, targets, size)),
    }),
    ifStopped:
      'Targets already handed over stay with their new owner. An administrator of your firm can hand over the rest.',
    // A rule's message is stored unchanged, such as that a new owner was deactivated in the meantime.
    async failed(database, { orgId, id }, error) {
      await withOrg(
        database,
        orgId,
        (tx) =>
          tx.sql`update hand_overs set state = 'failed', problem = ${messageOf(error)}, finished_at = now() where org_id = ${currentOrgId} and id = ${id} and state = 'running'`,
      )
    },
  })

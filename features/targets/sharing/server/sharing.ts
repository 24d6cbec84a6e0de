// Routes of sharing and hand-over: finds the people and invitations that a call names, and runs the actions.

import { forbidden, notFound } from '#core/contract/errors.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { allOf, defineHandler, type Handler, RawJson, signedIn } from '#core/server/routes.ts'
import { principalOf } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import type { Action, Actor, Context } from '#core/sync/protocol.ts'
import { act } from '#core/sync/server/actions.ts'
import type { Target } from '../../contract.ts'
import { sharingFlag } from '../../flagsContract.ts'
import { forManagers } from '../../pipelines/server/proxy.ts'
import { noTarget, readTarget, tileText } from '../../server/reads.ts'
import { targetStore, wholeTargetStore } from '../../server/store.ts'
import { acceptShare, dismissAsk, handOverTarget, hasLeft, rejectShare, revokeShare, shareTarget } from '../actions.ts'
import { routes } from '../contract.ts'

const tracker = allOf(signedIn, subscribed(trackerFlag))
/** With sharing off, no one can invite or accept. Existing shares can still be declined and ended. */
const canShare = subscribed(sharingFlag)

export const sharingRoutes: Handler[] = [
  defineHandler(
    routes.share,
    allOf(tracker, canShare),
    async ({ tx, context, params }) => {
      await readTarget(tx, principalOf(context), params.id)
      const person = await colleague(tx, params.userId)
      await askAnswered(tx, context, params.id, params.userId)
      return decided(tx, shareTarget, { id: params.id, ...person }, context)
    },
    { proxy: forManagers },
  ),
  defineHandler(
    routes.dismissAsk,
    tracker,
    async ({ tx, context, params }) => {
      await askAnswered(tx, context, params.id, params.userId)
      await act(tx, targetStore, dismissAsk, { id: params.id, user_id: params.userId }, context)
      return new RawJson(await tileText(tx, principalOf(context), params.id))
    },
    { proxy: forManagers },
  ),
  defineHandler(
    routes.acceptShare,
    allOf(tracker, canShare),
    async ({ tx, context, params }) => {
      const { target_id } = await invitationOf(tx, context, params.id)
      return decided(tx, acceptShare, { id: target_id }, context)
    },
    { proxy: forManagers },
  ),
  defineHandler(
    routes.rejectShare,
    tracker,
    async ({ tx, context, params }) => {
      const { target_id } = await invitationOf(tx, context, params.id)
      await decided(tx, rejectShare, { id: target_id }, context)
    },
    { proxy: forManagers },
  ),
  defineHandler(
    routes.revokeShare,
    tracker,
    async ({ tx, context, params }) => {
      const { target_id, user_id } = await shareOf(tx, context, params.id)
      return decided(tx, revokeShare, { id: target_id, user_id }, context)
    },
    { proxy: forManagers },
  ),
  defineHandler(routes.handOver, tracker, async ({ tx, session, context, params, body }) => {
    const as = session.actor.role === 'admin' ? await asOwner(tx, context, params.id) : context
    if (as === context) await readTarget(tx, principalOf(context), params.id)
    const person = await colleague(tx, body.user_id)
    await act(tx, as === context ? targetStore : wholeTargetStore, handOverTarget, { id: params.id, ...person }, as)
  }),
]

/** Returns the target as the caller sees it now, or nothing if they no longer have it. */
async function decided<I>(tx: Tx, action: Action<I, Target>, input: I, context: Context) {
  const [target] = await act(tx, targetStore, action, input, context)
  if (!target || hasLeft(target)) return
  return new RawJson(await tileText(tx, principalOf(context), target.id))
}

/**
 * Hides a request that was answered, even if the person leaves and returns. Locks the target first, as the asking
 * person does.
 */
const askAnswered = (tx: Tx, { now }: Context, targetId: string, userId: string) =>
  tx.sql`
    with locked as materialized (select id from targets where org_id = ${currentOrgId} and id = ${targetId} for update)
    update overlap_answers a set dismissed_at = ${now} from locked
    where a.org_id = ${currentOrgId} and a.target_id = locked.id and a.user_id = ${userId} and a.dismissed_at is null`

/** Returns a person of the firm who can sign in. Throws 404 for anyone else. */
async function colleague(tx: Tx, userId: string) {
  const { rows } = await tx.sql<{ user_id: string; first_name: string; last_name: string }>`
    select id as user_id, first_name, last_name from users where org_id = ${currentOrgId} and id = ${userId} and deactivated_at is null for share`
  if (!rows[0]) throw notFound(cannotFind('person'))
  return rows[0]
}

async function shareOf(tx: Tx, context: Context, shareId: string) {
  const { rows } = await tx.sql<{ target_id: string; user_id: string }>`
    select s.target_id, s.user_id from target_people s join target_people me on me.org_id = s.org_id and me.target_id = s.target_id and me.user_id = ${context.actor.id} and not me.gone
    where s.org_id = ${currentOrgId} and s.share_id = ${shareId} and not s.gone`
  if (!rows[0]) throw notFound(cannotFind('invitation'))
  return rows[0]
}

async function invitationOf(tx: Tx, context: Context, shareId: string) {
  const share = await shareOf(tx, context, shareId)
  if (share.user_id !== context.actor.id) throw forbidden('Only the invited person can answer.')
  return share
}

/** A firm admin hands over in place of the owner and is recorded as the actor. */
async function asOwner(tx: Tx, context: Context, targetId: string): Promise<Context> {
  const { rows } = await tx.sql<Actor>`
    select u.id, u.first_name, u.last_name, u.role from targets t join users u on u.org_id = t.org_id and u.id = t.owner_id
    where t.org_id = ${currentOrgId} and t.id = ${targetId}`
  const owner = rows[0]
  if (!owner) throw noTarget()
  return owner.id === context.actor.id ? context : { ...context, actor: owner, by: context.actor }
}

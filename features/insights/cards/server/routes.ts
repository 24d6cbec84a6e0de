// Handlers with which a person reads, views, and rates their cards.
import { type RawBuilder, sql } from 'kysely'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { Action, Context } from '#core/sync/protocol.ts'
import { reserveSeqs } from '#core/sync/server/feedSequences.ts'
import { canReadLibrary } from '../../server/policies.ts'
import { rateInsight, viewInsight } from '../actions.ts'
import { type Insight, type InsightType, routes } from '../contract.ts'
import { INSIGHTS_FEED } from './numbers.ts'
import { cardsOfPerson, lockCard } from './reading.ts'

type Asked = { tx: Tx; session: SignedInSession; context: Context }

const listOf = (type: InsightType | null) =>
  async function list({ tx, session }: Pick<Asked, 'tx' | 'session'>) {
    return { insights: await cardsOfPerson(tx, session.actor.id, session.org.zone, type) }
  }

type CardChange<I> = { action: Action<I, Insight>; input: I & { id: string }; set: RawBuilder<unknown> }

/** Applies the action's changes and returns the updated card. Changes nothing during impersonation. */
async function say<I>({ tx, session, context }: Asked, { action, input, set }: CardChange<I>): Promise<Insight> {
  const { actor, org, by } = session
  const before = await lockCard(tx, actor.id, org.zone, input.id)
  const after = action.decide(before, input, context).row
  if (by || !after || after === before) return before
  const seq = await reserveSeqs(tx, INSIGHTS_FEED, actor.id, 1)
  await tx.sql`
    update insight_cards c set ${set}, seq = ${seq} where c.org_id = ${currentOrgId} and c.user_id = ${actor.id} and c.id = ${input.id}`
  return after
}

export const cardRoutes: Handler[] = [
  defineHandler(routes.all, canReadLibrary, listOf(null)),
  defineHandler(routes.bd, canReadLibrary, listOf('bd')),
  defineHandler(routes.firm, canReadLibrary, listOf('firm')),
  defineHandler(routes.view, canReadLibrary, (asked) =>
    say(asked, { action: viewInsight, input: asked.params, set: sql`viewed_at = ${asked.now}` }),
  ),
  defineHandler(routes.rate, canReadLibrary, (asked) => {
    const { useful } = asked.body
    const set = sql`useful = ${useful}, rated_at = ${useful === null ? null : asked.now}`
    return say(asked, { action: rateInsight, input: { id: asked.params.id, useful }, set })
  }),
]

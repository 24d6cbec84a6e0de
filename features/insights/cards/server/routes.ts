// What a person asks of their cards, and what they say to them.
import { type RawBuilder, sql } from 'kysely'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { type Served, serve } from '#core/server/routes.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import { reads } from '../../server/policies.ts'
import { type InsightType, routes } from '../contract.ts'
import { takeNumbers } from './numbers.ts'
import { cardOf, cardsOfPerson } from './reading.ts'

const listOf = (type: InsightType | null) =>
  async function list({ tx, session }: { tx: Tx; session: SignedIn }) {
    return { insights: await cardsOfPerson(tx, session.actor.id, session.org.zone, type) }
  }

/** Writes what differs, and answers the card as it is then. Somebody who works as another person says nothing in their name. */
async function say(tx: Tx, session: SignedIn, id: string, set: RawBuilder<unknown>, differs: RawBuilder<boolean>) {
  const { actor, org, by } = session
  await cardOf(tx, actor.id, org.zone, id)
  if (!by) {
    const seq = await takeNumbers(tx, actor.id, 1)
    await sql`
      update insight_cards c set ${set}, seq = ${seq} where c.org_id = ${firm} and c.user_id = ${actor.id} and c.id = ${id} and ${differs}`.execute(
      tx,
    )
  }
  return cardOf(tx, actor.id, org.zone, id)
}

export const cardRoutes: Served[] = [
  serve(routes.all, reads, listOf(null)),
  serve(routes.bd, reads, listOf('bd')),
  serve(routes.firm, reads, listOf('firm')),
  serve(routes.view, reads, ({ tx, session, params, now }) =>
    say(tx, session, params.id, sql`viewed_at = ${now}`, sql`c.viewed_at is null`),
  ),
  serve(routes.rate, reads, ({ tx, session, params, body: { useful }, now }) =>
    say(
      tx,
      session,
      params.id,
      sql`useful = ${useful}, rated_at = ${useful === null ? null : now}`,
      sql`c.useful is distinct from ${useful}::boolean`,
    ),
  ),
]

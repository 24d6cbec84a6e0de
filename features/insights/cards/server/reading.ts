import { type RawBuilder, sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import { canReadLibrary } from '../../server/policies.ts'
import { type Insight, type InsightType, insightEndpoints } from '../contract.ts'
import { INSIGHTS_FEED } from './numbers.ts'

/** Source: the specification, section 8. */
export const missingCards = () => notFound('No insight found with the specific id.')

/** SQL that returns a row `c` of insight_cards as an `Insight` in JSON. */
const cardJson = (zone: string | RawBuilder<string>) => sql`json_strip_nulls(json_build_object(
  'id', c.id, 'type', c.type, 'code', c.code, 'title', c.title, 'category', c.category, 'observation', c.observation, 'data_value', c.data_value,
  'data_label', c.data_label, 'suggestion', c.suggestion, 'status', case when c.viewed_at is null then 'new' else 'viewed' end,
  'created', to_char(coalesce(c.viewed_at, c.created_at) at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS'), 'day', c.day, 'because', c.because, 'act', c.act,
  'target_id', c.target_id, 'path', c.path, 'useful', c.useful))`

/** SQL for a row `o` of orgs. */
export const hasTracker = isOnIn(sql`o.subscriptions`, trackerFlag)

/**
 * SQL for a row `c`: whether the card is readable. Cards about Targets are removed with the Tracker, and hidden until
 * then.
 */
const isThere = sql`(not c.gone and (c.type <> 'tracker' or exists (select 1 from orgs o where o.id = ${currentOrgId} and ${hasTracker})))`

export const cardFeed: CollectionFeed = {
  collection: insightEndpoints,
  policy: canReadLibrary,
  sequence: INSIGHTS_FEED,
  changes: ({ id, zone }, after) => sql`
    select c.seq, c.id, c.gone, ${cardJson(zone)}::text as text from insight_cards c where c.org_id = ${currentOrgId} and c.user_id = ${id} and c.seq > ${after}`,
}

/** Returns the newest first, and cards of the same night by the weight of their rules. */
export async function cardsOfPerson(
  tx: Tx,
  userId: string,
  zone: string,
  type: InsightType | null,
): Promise<Insight[]> {
  const { rows } = await tx.sql<{ card: Insight }>`
    select ${cardJson(zone)} as card from insight_cards c
    where c.org_id = ${currentOrgId} and c.user_id = ${userId} and ${isThere} and ${type === null ? sql`true` : sql`c.type = ${type}`}
    order by c.day desc, c.created_at desc, c.id`
  return rows.map(({ card }) => card)
}

/** Locks the row until the transaction ends. Throws if the person has no such card. */
export async function lockCard(tx: Tx, userId: string, zone: string, id: string): Promise<Insight> {
  const { rows } = await tx.sql<{ card: Insight }>`
    select ${cardJson(zone)} as card from insight_cards c where c.org_id = ${currentOrgId} and c.user_id = ${userId} and c.id = ${id} and ${isThere} for update of c`
  if (!rows[0]) throw missingCards()
  return rows[0].card
}

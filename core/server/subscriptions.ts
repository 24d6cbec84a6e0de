// What a firm has subscribed to: as one person is told it, as a policy, and in SQL.
import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { areaPath, type Flag, isFeatureOn, valueAt } from '#core/contract/area.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import type { Tx } from './database/firm.ts'
import type { Policy } from './routes.ts'
import type { SignedInSession } from './sessions.ts'

/** A flag with what operators read, who turn it on and off. */
export type OfferedFlag = Flag & { label: string; tells: string }

/** What a subscription tells a person besides that it is on: addresses of their own. Asked only where it is on; null tells nothing. */
export type SubscriptionData = {
  flag: Flag
  read: (tx: Tx, session: SignedInSession, request: FastifyRequest) => Promise<Record<string, string> | null>
}

/** The firm's subscriptions with the person's own addresses in them. */
export type SubscriptionsOf = (tx: Tx, session: SignedInSession, request: FastifyRequest) => Promise<FirmSubscriptions>

export const subscriptionsWith =
  (all: () => readonly SubscriptionData[]): SubscriptionsOf =>
  async (tx, session, request) => {
    const told = structuredClone(session.org.subscriptions)
    for (const { flag, read } of all()) {
      const data = isFeatureOn(told, flag) ? await read(tx, session, request) : null
      if (data) Object.assign(valueAt(told, areaPath(flag).slice(0, -1)) as object, { data })
    }
    return told
  }

/** The firm has subscribed to it. */
export const subscribed = (flag: Flag): Policy => ({
  name: `subscribed(${flag.name})`,
  isPublic: false,
  allows: ({ org }) => isFeatureOn(org.subscriptions, flag),
})

/** The same of a row of `orgs`: `subscriptions` is its column. */
export const isOnIn = (subscriptions: RawBuilder<unknown>, flag: Flag): RawBuilder<boolean> =>
  sql`${subscriptions} #>> ${sql.lit(`{${areaPath(flag).join()}}`)} = 'yes'`

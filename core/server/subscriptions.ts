import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { areaPath, type Flag, isFeatureOn, valueAt } from '#core/contract/area.ts'
import type { FirmSubscriptions } from '#core/contract/session.ts'
import type { Tx } from './database/tx.ts'
import type { Policy } from './routes.ts'
import type { SignedInSession } from './sessions.ts'

/** The texts are for operators, who turn the flag on and off. */
export type OfferedFlag = Flag & { label: string; tells: string }

/** Personal addresses, read only if the subscription is on. Null adds nothing. */
export type SubscriptionData = {
  flag: Flag
  read: (tx: Tx, session: SignedInSession, request: FastifyRequest) => Promise<Record<string, string> | null>
}

/** Includes the person's own addresses. */
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

export const subscribed = (flag: Flag): Policy => ({
  name: `subscribed(${flag.name})`,
  isPublic: false,
  allows: ({ org }) => isFeatureOn(org.subscriptions, flag),
})

/** `subscriptions` is the column of `orgs`. */
export const isOnIn = (subscriptions: RawBuilder<unknown>, flag: Flag): RawBuilder<boolean> =>
  sql`${subscriptions} #>> ${sql.lit(`{${areaPath(flag).join()}}`)} = 'yes'`

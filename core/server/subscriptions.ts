// What a firm has subscribed to, as one person is told it.
import type { FastifyRequest } from 'fastify'
import type { Subscriptions } from '#core/contract/session.ts'
import type { Tx } from './database/firm.ts'
import type { SignedIn } from './sessions.ts'

/** What a subscription tells a person besides that it is on: addresses of their own. Asked only where it is on; null tells nothing. */
export type SubscriptionData = {
  flag: 'targets.ical' | 'targets.report'
  read: (tx: Tx, session: SignedIn, request: FastifyRequest) => Promise<Record<string, string> | null>
}

/** The firm's subscriptions with the person's own addresses in them. */
export type SubscriptionsOf = (tx: Tx, session: SignedIn, request: FastifyRequest) => Promise<Subscriptions>

type Feature = { on: string; data?: Record<string, string> }
type Area = { on: string; features?: Record<string, Feature | string> }

export const subscriptionsWith =
  (all: () => readonly SubscriptionData[]): SubscriptionsOf =>
  async (tx, session, request) => {
    const subscriptions = { ...session.org.subscriptions } as Record<string, Area>
    for (const { flag, read } of all()) {
      const [name, part] = flag.split('.') as [string, string]
      const area = subscriptions[name]
      const feature = area?.features?.[part]
      if (!area || typeof feature !== 'object' || feature.on !== 'yes') continue
      const data = await read(tx, session, request)
      if (data) subscriptions[name] = { ...area, features: { ...area.features, [part]: { ...feature, data } } }
    }
    return subscriptions as unknown as Subscriptions
  }

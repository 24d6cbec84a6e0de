// What a person's subscriptions name by address: their calendar, and their report as files.
import type { FastifyRequest } from 'fastify'
import type { Subscriptions } from '#core/contract/session.ts'
import type { Tx } from '#core/server/database/firm.ts'
import type { SignedIn } from '#core/server/sessions.ts'
import { linkOf } from '#features/calendar/server/link.ts'
import { reportAddresses } from '#features/reports/server/routes.ts'

/** The firm's subscriptions with this person's own addresses, where the feature is on. */
export async function subscriptionsOf(
  tx: Tx,
  { org, actor, by }: SignedIn,
  request: FastifyRequest,
): Promise<Subscriptions> {
  const subscriptions = org.subscriptions as unknown as Subscriptions
  const { features } = subscriptions.targets
  // A secret of the person's own: nobody reads it in their name.
  const webcal = features.ical.on === 'yes' && !by ? await linkOf(tx, org.id, actor.id, request) : null
  return {
    ...subscriptions,
    targets: {
      ...subscriptions.targets,
      features: {
        ...features,
        ical: webcal === null ? features.ical : { ...features.ical, data: { webcal } },
        report: features.report.on === 'yes' ? { ...features.report, data: reportAddresses } : features.report,
      },
    },
  }
}

import { dayIn } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { queueMail } from '#core/server/outgoing/outgoing.ts'
import { allOf, defineHandler, type Handler, notWhileSwitched, type Policy, signedIn } from '#core/server/routes.ts'
import { cancelAsked, routes } from '../ownContract.ts'

/** An organization with one paying person. Source: the specification, section 2. */
const isIndividual: Policy = {
  name: 'isIndividual',
  isPublic: false,
  allows: ({ org }) => org.category_name === 'Individual',
}

/** Nothing ends automatically. The operators are notified at most once a day and settle it with the person. */
export const subscriptionRoutes: Handler[] = [
  defineHandler(
    routes.cancelSubscription,
    notWhileSwitched(allOf(signedIn, isIndividual)),
    async ({ session, database, request, context }) => {
      const { org, user, actor } = session
      const name = fullNameOf(actor)
      await withoutRls(database, async (tx) => {
        const { rows: operators } = await tx.sql<{ org_id: string; email: string; name: string }>`
          select org_id, email, trim(first_name || ' ' || last_name) as name from users where role = 'operator' and deactivated_at is null`
        for (const { org_id, ...to } of operators)
          await queueMail(
            tx,
            org_id,
            to,
            {
              subject: `${name} wants to cancel`,
              heading: 'Cancellation request',
              lines: [`${name} (${user.email}) from ${org.name} asked to cancel the subscription.`],
            },
            { key: `cancel:${actor.id}:${to.email}:${dayIn(org.zone, context.now)}` },
          )
        await audit(tx, session, {
          action: 'subscription.cancelAsked',
          subject: { name: org.name },
          address: request.ip,
        })
      })
      return { message: cancelAsked }
    },
    { isLong: true, whenRepeated: 'Its email has an idempotency key and is sent once a day.' },
  ),
]

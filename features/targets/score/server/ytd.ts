import { dayIn } from '#core/contract/dates.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { allOf, defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { routes } from '../contract.ts'

/** 'Set year-to-date revenue': applies to the current year in the firm's time zone and expires with it. */
export const setYtdRevenue: Handler = defineHandler(
  routes.setYtdRevenue,
  allOf(signedIn, subscribed(trackerFlag)),
  async ({ tx, session, context, body: { amount } }) => {
    const year = Number(dayIn(context.zone, context.now).slice(0, 4))
    await tx.sql`
      update users set ytd_before = ${amount}, ytd_before_year = ${year} where org_id = ${session.org.id} and id = ${session.actor.id}`
    return { amount, year }
  },
)

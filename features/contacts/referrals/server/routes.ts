import { referralsFlag } from '#core/contract/referrals.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { type ActAs, allOf, defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { decideContact } from '../../server/routes.ts'
import { editReferral, giveReferral, removeReferral } from '../actions.ts'
import { referralRoutes as routes } from '../contract.ts'

const uses = allOf(allOf(signedIn, subscribed(trackerFlag)), subscribed(referralsFlag))

/** The server knows each referral by its ID. */
const byId = { was: '' }

/** `actAs` lets a manager or an API client make the calls for a person. */
export const referralHandlers = (actAs: ActAs): Handler[] => [
  defineHandler(routes.give, uses, (call) => decideContact(call, giveReferral, { id: call.params.id, ...call.body }), {
    proxy: actAs,
  }),
  defineHandler(
    routes.edit,
    uses,
    (call) => decideContact(call, editReferral, { ...whichOf(call.params), ...call.body }),
    { proxy: actAs },
  ),
  defineHandler(routes.remove, uses, (call) => decideContact(call, removeReferral, whichOf(call.params)), {
    proxy: actAs,
  }),
]

const whichOf = ({ id, referralId }: { id: string; referralId: string }) => ({ id, referral_id: referralId, ...byId })

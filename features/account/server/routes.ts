import { forbidden, Refusal } from '#core/contract/errors.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { refuseUnknownSwitches, switchesHere } from '#core/server/notices/notice.ts'
import { type ActAs, alsoEnrolling, defineHandler, type Handler, signedIn } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { upkeep } from '#features/targets/server/contract.ts'
import { routes, type Settings } from '../contract.ts'
import { phoneMessages } from '../phoneContract.ts'
import { signInHandlers } from './authMethods.ts'
import { hasTwoFactor, meOf, usersOf } from './me.ts'
import type { Site } from './site.ts'

export const accountRoutes = (
  site: Site,
  subscriptionsOf: SubscriptionsOf,
  /** Decides whether a manager can act as another person. */
  proxy: ActAs,
): Handler[] => [
  ...signInHandlers(site, subscriptionsOf),
  defineHandler(routes.logout, alsoEnrolling(signedIn), async ({ tx, session }) => {
    await tx.sql`delete from sessions where org_id = ${session.org.id} and token_hash = ${session.tokenHash}`
  }),
  defineHandler(routes.me, alsoEnrolling(signedIn), async ({ tx, session, request }) =>
    meOf(session, await subscriptionsOf(tx, session, request)),
  ),
  defineHandler(routes.updateMe, signedIn, async ({ tx, session, body, request }) => {
    const { first_name, last_name, phone } = body
    if (phone !== undefined && phone !== session.user.phone) refusePhone(session)
    triggerAfterCommit(tx, upkeep)
    await tx.sql`update users set first_name = ${first_name}, last_name = ${last_name} where org_id = ${session.org.id} and id = ${session.actor.id}`
    const changed = { ...session, actor: { ...session.actor, first_name, last_name } }
    return meOf(changed, await subscriptionsOf(tx, session, request))
  }),
  defineHandler(routes.users, signedIn, ({ tx, session, query }) => usersOf(tx, session, query), { proxy }),
  defineHandler(routes.setting, signedIn, async ({ tx, session, body }) => {
    refuseUnknownSwitches(tx, [body.name])
    return { Settings: await turn(tx, session, { [body.name]: Number(body.value) }) }
  }),
  defineHandler(routes.level, signedIn, async ({ tx, session, body }) => ({
    Settings: await turn(tx, session, switchesHere(tx, body.level)),
  })),
]

/** Returns all settings of the person after the change. */
async function turn(tx: Tx, { org, actor }: SignedInSession, switches: Settings): Promise<Settings> {
  const { rows } = await tx.sql<{ settings: Settings }>`
    update users set settings = settings || ${JSON.stringify(switches)}::jsonb
    where org_id = ${org.id} and id = ${actor.id} returning settings`
  return rows[0]!.settings
}

/** A session alone can never change a second factor. */
function refusePhone(session: SignedInSession): never {
  if (session.by)
    throw new Refusal('switched', 'You can’t change a phone number while you’re working as someone else.', 403)
  if (!hasTwoFactor(session)) throw forbidden(phoneMessages.notKept)
  throw new Refusal('needs_proof', phoneMessages.needsProof, 403, { phone: phoneMessages.needsProof })
}

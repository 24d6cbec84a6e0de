import { invalid } from '#core/contract/errors.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { hashPassword } from '#core/server/passwords.ts'
import { defineHandler, type Handler, notWhileSwitched, signedIn } from '#core/server/routes.ts'
import { routes } from '../contract.ts'
import { checkCurrent, ownerOf } from './credentials.ts'
import { guessablePassword, isGuessable, samePassword } from './guessable.ts'
import { deviceHashes, purgeKnownDevices } from './knownDevices.ts'
import { notifyAccountChange } from './notices.ts'
import { endLinks } from './passwordKeys.ts'
import { endPlans } from './secondFactor.ts'
import { refuseInstead } from './signOn/instead.ts'

/** Manages its own transactions, because the attempt must count even if the change is rolled back. */
export const changePasswordRoute: Handler = defineHandler(
  routes.changePassword,
  notWhileSwitched(signedIn),
  async (call) => {
    const { session, body, database, request, now } = call
    const { org, actor, user } = session
    await withOrg(database, org.id, (tx) => refuseInstead(tx, { orgId: org.id, userId: actor.id, email: user.email }))
    const holdCurrent = await checkCurrent(call, body.current)
    if (body.new === body.current) throw invalid({ new: samePassword })
    const known = { names: [actor.first_name, actor.last_name], email: user.email, firm: org.name }
    if (await isGuessable(body.new, known)) throw invalid({ new: guessablePassword })
    const passwordHash = await hashPassword(body.new)
    const [orgId, userId] = [session.org.id, session.actor.id]
    await withOrg(database, orgId, async (tx) => {
      await holdCurrent(tx)
      await tx.sql`update users set password_hash = ${passwordHash} where org_id = ${orgId} and id = ${userId}`
      await tx.sql`delete from sessions where org_id = ${orgId} and user_id = ${userId} and token_hash <> ${session.tokenHash}`
      await tx.sql`delete from login_challenges where org_id = ${orgId} and user_id = ${userId}`
      await endPlans(tx, { orgId, userId })
      await endLinks(tx, { orgId, userId })
      await purgeKnownDevices(tx, { orgId, userId }, { except: deviceHashes(request) })
      await notifyAccountChange(tx, session, ownerOf(session), 'password.changed', { request, now })
    })
  },
  { isLong: true, whenRepeated: 'The current password was changed in the meantime.' },
)

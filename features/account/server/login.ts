import { isEmail } from '#core/contract/fields.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { ListedInstances } from '#core/server/instances.ts'
import { isPassword } from '#core/server/passwords.ts'
import { anyone, defineHandler, type Handler } from '#core/server/routes.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { routes } from '../contract.ts'
import { type Login, openChallenge } from './challenges.ts'
import { refuseOtherInstance } from './instances.ts'
import { deviceHashes } from './knownDevices.ts'
import { clearAttempts, countTries, limitAttempt } from './rateLimits.ts'
import { factorsOf } from './secondFactor.ts'
import { enter, invalidLogin, recordRejectedLogin } from './startSession.ts'

export const loginRoutes = (instances: ListedInstances, subscriptionsOf: SubscriptionsOf): Handler[] => [
  defineHandler(routes.login, anyone, async ({ body, ...call }) => {
    const { database, request, now } = call
    const email = body.email.toLowerCase()
    await refuseOtherInstance(database, instances, email)
    const known = await withoutRls(database, (tx) => findLogin(tx, email, deviceHashes(request)))
    const tried = limitAttempt('account', email, request.ip, known?.device_hash)
    await countTries(database, tried, now)
    if (!(await isPassword(body.password, known?.password_hash))) {
      if (known) recordRejectedLogin(call, known, 'password')
      throw invalidLogin()
    }
    await clearAttempts(database, tried, now)
    const challenge = await openChallenge(call, known!)
    if (challenge) return challenge
    return enter(call, known!, 'password', subscriptionsOf, async (tx, { password_hash }) => {
      // The person may have added a second factor or changed the password since the check.
      const isSame = password_hash === known!.password_hash && !(await factorsOf(tx, known!)).isAsked
      if (!isSame) throw invalidLogin()
    })
  }),
]

/** Finds the account of an address in any firm. A deactivated account counts as missing. */
export async function findLogin(tx: Tx, email: string, devices: Buffer[] = []): Promise<Login | undefined> {
  const { rows } = await tx.sql<Login>`
    select d.org_id as "orgId", d.user_id as "userId", u.email, trim(u.first_name || ' ' || u.last_name) as name, u.password_hash, k.device_hash
    from (select * from login_directory) d join users u on u.org_id = d.org_id and u.id = d.user_id
    left join lateral (
      select device_hash from known_devices k
      where k.org_id = u.org_id and k.user_id = u.id and k.device_hash = any(${devices}::bytea[]) limit 1) k on true
    where d.email = ${isEmail(email) ? email : ''} and u.deactivated_at is null`
  return rows[0]
}

import { anyone, defineHandler, type Handler } from '#core/server/routes.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { routes } from '../signInContract.ts'
import { askForPasskey, checkPasskey, consumeChallenge, whoseProof } from './passkeys.ts'
import { clearAttempts, countTries, type LoginAttempt, networkOf } from './rateLimits.ts'
import type { Site } from './site.ts'
import { enter, invalidLogin } from './startSession.ts'

/** A passkey can't be guessed, so only the work per address is limited. A locked account stays open to its owner. */
export const passkeyLoginRoutes = (site: Site, subscriptionsOf: SubscriptionsOf): Handler[] => [
  defineHandler(routes.passkeyOptions, anyone, async (door) => {
    await countTries(door.database, [{ scope: 'ask_address', subject: networkOf(door.request.ip) }], door.now)
    return { options: await askForPasskey(door, site) }
  }),
  defineHandler(routes.passkeyLogin, anyone, async ({ body, ...door }) => {
    const { database, now, request } = door
    const tried: LoginAttempt[] = [{ scope: 'address', subject: networkOf(request.ip) }]
    await countTries(database, tried, now)
    const who = whoseProof(body.response)
    const challenge = await consumeChallenge(database, body.response.response.clientDataJSON, now)
    if (!who || challenge === null) throw invalidLogin()
    const take = await checkPasskey(door, who, site, { response: body.response, challenge, isAlone: true })
    if (!take) throw invalidLogin()
    const session = await enter(door, who, 'passkey', subscriptionsOf, async (tx) => {
      if (!(await take(tx))) throw invalidLogin()
    })
    await clearAttempts(database, tried, now)
    return session
  }),
]

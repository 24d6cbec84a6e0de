// Devices that receive a person's pushes while their session lasts. None is registered while switched, because it would
// keep receiving another person's pushes.
import { invalid } from '#core/contract/errors.ts'
import { publicKey, Registration, registerPush, unregisterPush } from '#core/server/outgoing/registrations.ts'
import { defineHandler, type Handler, notWhileSwitched, signedIn } from '#core/server/routes.ts'
import { type RegisterInput, routes } from '../deliveryContract.ts'

export const deviceHandlers: Handler[] = [
  defineHandler(routes.pushKey, signedIn, async ({ tx }) => ({
    key: await publicKey(tx),
    sends_to: [...tx.services.sentPlatforms],
  })),
  defineHandler(
    routes.register,
    notWhileSwitched(signedIn),
    async ({ database, session, body }) => {
      await registerPush(
        database,
        { orgId: session.org.id, userId: session.actor.id, tokenHash: session.tokenHash },
        registrationIn(body),
      )
    },
    { isLong: true, whenRepeated: 'The device stays registered.' },
  ),
  defineHandler(routes.unregister, signedIn, ({ tx, session, body }) =>
    unregisterPush(tx, { orgId: session.org.id, userId: session.actor.id }, body.UUID),
  ),
]

function registrationIn({ platform, token, UUID }: RegisterInput): Registration {
  const given = platform === 'web' ? subscriptionIn(token) : { endpoint: token }
  const read = Registration.safeParse({ ...given, platform, device: UUID })
  if (!read.success) throw invalid({ token: 'This isn’t a device’s subscription.' })
  return read.data
}

/** Parses a browser's subscription. Source: the Push API, `PushSubscription.toJSON`. */
function subscriptionIn(token: string): object {
  try {
    const { endpoint, keys } = JSON.parse(token)
    return { endpoint, keys }
  } catch {
    return {}
  }
}

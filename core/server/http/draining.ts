// A process that will stop while others go on serving: it says so first, so that whoever hands out calls turns to the others
// before anything is closed.
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import type { Events } from '../events.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * From now on `/healthz` is 503, each answer closes its connection, and streams are sent away to come again. Calls are answered
     * as ever. Resolves after so many milliseconds, or once there is no time left for it.
     */
    drain: (milliseconds: number, hurry: AbortSignal) => Promise<void>
    /** Throws a sentence while it drains. */
    refuseWhileDraining: () => void
  }
}

export function offerDraining(app: FastifyInstance, events: Events): void {
  let isDraining = false
  app.addHook('onSend', async (_, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  app.decorate('refuseWhileDraining', () => {
    if (isDraining) throw new Refusal('unavailable', 'This server is shutting down.', 503, undefined, 5)
  })
  app.decorate('drain', async (milliseconds, hurry) => {
    if (milliseconds === 0 || hurry.aborted) return
    isDraining = true
    events.sendAway(milliseconds)
    await setTimeout(milliseconds, null, { signal: hurry }).catch(() => undefined)
  })
}

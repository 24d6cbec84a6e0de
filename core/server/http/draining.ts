// Reports a shutdown before anything is closed, so that load balancers switch to other processes.
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import type { Events } from '../events.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `/healthz` returns 503, connections close after their response, and streams must reconnect. Calls still work.
     * Resolves after the milliseconds, or when `hurry` aborts.
     */
    drain: (milliseconds: number, hurry: AbortSignal) => Promise<void>
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

// A network that loses, repeats, delays, cuts, or refuses messages.
import { forbidden } from '#core/contract/errors.ts'
import type { TransportAnswer, TransportRequest } from '../client/environment.ts'
import { turns } from './device.ts'
import type { ServerUnderTest, UserRequest } from './subject.ts'

export const faults = [
  'none',
  'lostRequest',
  'lostAnswer',
  'doubled',
  'delayed',
  'hanging',
  'half',
  'failing',
  'failingAfter',
  'busy',
  'refused',
  'dead',
  'forbidden',
] as const
export type Fault = (typeof faults)[number]

/** For requests of the test itself. Retries while the server is busy or unavailable, as every client does. */
export async function sendPatiently(
  server: ServerUnderTest,
  request: UserRequest,
  device = 0,
): Promise<TransportAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await server.send(request, device)
    if (answer.status === 200) return answer
    if (attempt === 10 || ![429, 503].includes(answer.status))
      throw new Error(`${request.address} responded with ${answer.status}: ${JSON.stringify(answer.body)}`)
    await turns(1000)
  }
}

/** Cycles through the faults of `plan`. */
export function makeWire(server: ServerUnderTest, plan: readonly Fault[]) {
  let count = 0
  let isHealed = false
  const reached = new Set<string>()
  const hanging = new Set<() => void>()
  const delayed: [UserRequest, number][] = []

  async function send(
    { signal: _, ...request }: TransportRequest,
    isAlive: () => boolean,
    device: number,
  ): Promise<TransportAnswer> {
    const fault = isHealed ? 'none' : plan[count++ % plan.length]!
    // A tab that died before sending sends nothing. A later death loses the response.
    await turns(1)
    if (!isAlive()) return new Promise(() => {})
    const answer = await pass(request, fault, device)
    if (!isAlive()) return new Promise(() => {})
    return answer
  }

  function arriveFrom(request: UserRequest, device: number) {
    if (request.key) reached.add(request.key)
    return server.send(structuredClone(request), device)
  }

  async function pass(request: UserRequest, fault: Fault, device: number): Promise<TransportAnswer> {
    const lost = () => new TypeError('Failed to fetch')
    const arrive = (one: UserRequest) => arriveFrom(one, device)
    switch (fault) {
      case 'lostRequest':
        throw lost()
      case 'lostAnswer':
        await arrive(request)
        throw lost()
      case 'doubled':
        return (await Promise.all([arrive(request), arrive(request)]))[1]
      case 'delayed':
        if (request.key) reached.add(request.key)
        delayed.push([request, device])
        throw lost()
      case 'hanging':
        await arrive(request)
        if (!isHealed) await new Promise<void>((resolve) => hanging.add(resolve))
        throw lost()
      case 'half': {
        const answer = await arrive(request)
        return answer.status === 200 ? { status: 200, body: { half: true } } : answer
      }
      case 'failing':
        return { status: 503, body: { message: 'Later, please.', code: 'unavailable' }, retryAfter: 2 }
      case 'failingAfter':
        await arrive(request)
        return { status: 504, body: null }
      case 'busy':
        return { status: 429, body: { message: 'Slower, please.', code: 'busy' }, retryAfter: 5 }
      case 'dead':
        return { status: 401, body: { message: 'Sign in again.', code: 'no_session' } }
      case 'forbidden':
        return { status: 403, body: forbidden().body() }
      case 'refused':
        // A request that may have been applied can't be refused under the same key: the server would return its first
        // response.
        if (request.key && !reached.has(request.key))
          return { status: 400, body: { message: 'This was refused.', code: 'invalid' } }
        return deliver(request, device)
      default:
        return deliver(request, device)
    }
  }

  /** Now and then, a delayed request arrives first. */
  async function deliver(request: UserRequest, device: number) {
    const late = delayed.shift()
    if (late) await arriveFrom(...late)
    return arriveFrom(request, device)
  }

  return {
    send,
    /** Lets everything arrive from here on. */
    async heal() {
      isHealed = true
      for (const late of delayed.splice(0)) await arriveFrom(...late)
      for (const release of hanging) release()
    },
  }
}

// Sends the outbox in order, one request at a time, in the leader.
import { ErrorBody, errorMessages } from '#core/contract/errors.ts'
import { addressOf } from '#core/contract/route.ts'
import type { Row } from '../protocol.ts'
import type { Clock, Transport, TransportAnswer, TransportRequest } from './environment.ts'
import type { LocalDatabase } from './localDatabase.ts'
import { bugIn } from './outbox/answers.ts'
import type { Outbox } from './outbox/outbox.ts'
import { type Entry, type Rules, realInput } from './replay.ts'

export const TIME_LIMIT_MS = 30_000
const FIRST_DELAY_MS = 1000
const LAST_DELAY_MS = 60_000

/** `sent`: continue. `later`: check again in `waitMs`. `signin`: wait for the person. `empty`: nothing to send. */
export type SendResult =
  | { state: 'sent'; isPullNeeded: boolean }
  | { state: 'later'; waitMs: number }
  | { state: 'signin' }
  | { state: 'empty' }

type Parts = {
  database: LocalDatabase
  outbox: Outbox
  rules: Rules
  transport: Transport
  clock: Clock
  random: () => number
  /** Aborts the running request when the engine closes. */
  closing: AbortSignal
  /** Called after each transaction to update memory and other tabs. */
  written: () => Promise<void>
}

export function createSender({ database, outbox, rules, transport, clock, random, closing, written }: Parts) {
  function build(entry: Entry, confirmed: Row | null): Entry['request'] {
    const { route, ...input } = rules.actions.get(entry.action)!.request(realInput(rules, entry.input), confirmed)
    return { method: route.method, address: addressOf(route, input), body: input.body }
  }

  async function sendNext(isForced: boolean): Promise<SendResult> {
    const picked = await database.write((write) => outbox.pick(write, build, isForced))
    if (!picked) return { state: 'empty' }
    if ('waitMs' in picked) return { state: 'later', waitMs: picked.waitMs }
    const { entry } = picked
    await written()
    const answer = await exchange(transport, clock, closing, { ...entry.request!, key: entry.key })
    const result = await settle(entry, answer)
    await written()
    return result
  }

  async function settle(entry: Entry, answer: TransportAnswer | null): Promise<SendResult> {
    if (!answer || answer.status < 200 || (answer.status >= 300 && answer.status < 400)) return postpone(entry, null)
    const { status } = answer
    if (status < 300) return confirm(entry, answer)
    if (status >= 500 || status === 408 || status === 425 || status === 429) return postpone(entry, answer)
    if (status === 401 || (status === 403 && !entry.isForbidden)) return askToSignIn(entry, status)
    const isForgotten = status === 404 && rules.actions.get(entry.action)?.isQuiet
    await database.write(async (write) => {
      write.meta.offlineSince = null
      if (isForgotten) await outbox.remove(write, entry)
      else await outbox.refuse(write, entry, problemIn(answer))
    })
    return { state: 'sent', isPullNeeded: true }
  }

  async function confirm(entry: Entry, answer: TransportAnswer): Promise<SendResult> {
    if (!isWhole(entry, answer.body)) return postpone(entry, null)
    try {
      const isPullNeeded = await database.write(async (write) => {
        write.meta.offlineSince = null
        return outbox.confirm(write, entry, answer.body)
      })
      return { state: 'sent', isPullNeeded }
    } catch (problem) {
      if (problem instanceof DOMException) throw problem
      await database.write((write) => outbox.park(write, entry, bugIn(problem)))
      return { state: 'sent', isPullNeeded: true }
    }
  }

  /** A proxy can return 200 with a different or partial body, which doesn't reveal the server's result. */
  function isWhole(entry: Entry, body: unknown): boolean {
    try {
      const { route } = rules.actions.get(entry.action)!.request(realInput(rules, entry.input), null)
      return !route.answer || route.answer.safeParse(body).success
    } catch {
      return true
    }
  }

  async function postpone(entry: Entry, answer: TransportAnswer | null): Promise<SendResult> {
    const backOff =
      Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(entry.attempts - 1, 10)) * (0.5 + random() / 2)
    const delay = Math.max(
      FIRST_DELAY_MS,
      answer?.retryAfter !== undefined ? answer.retryAfter * 1000 : Math.round(backOff),
    )
    const isUntouched = answer !== null && answer.status < 500
    const isSilent = answer === null || answer.status === 502 || answer.status === 504
    await database.write(async (write) => {
      write.meta.offlineSince =
        answer && answer.status < 500 ? null : (write.meta.offlineSince ?? new Date(clock.now()).toISOString())
      await outbox.postpone(write, entry, {
        nextAt: clock.now() + delay,
        delay,
        isSent: isUntouched ? entry.isSent : true,
        isSilent,
      })
    })
    return { state: 'later', waitMs: delay }
  }

  async function askToSignIn(entry: Entry, status: number): Promise<SendResult> {
    await database.write(async (write) => {
      write.meta.isSignInNeeded = true
      write.meta.offlineSince = null
      await outbox.postpone(write, entry, { isForbidden: status === 403 })
    })
    return { state: 'signin' }
  }

  return { sendNext }
}

/** Returns null without a complete response in time. */
export async function exchange(
  transport: Transport,
  clock: Clock,
  closing: AbortSignal,
  request: Omit<TransportRequest, 'signal'>,
): Promise<TransportAnswer | null> {
  if (closing.aborted) return null
  const limit = new AbortController()
  let timer: unknown
  const late = new Promise<null>((resolve) => {
    const end = () => {
      limit.abort()
      resolve(null)
    }
    timer = clock.setTimeout(end, TIME_LIMIT_MS)
    closing.addEventListener('abort', end, { once: true, signal: limit.signal })
  })
  const sending = transport.send({ ...request, signal: limit.signal }).catch(() => null)
  const answer = await Promise.race([sending, late])
  clock.clearTimeout(timer)
  limit.abort()
  return answer
}

function problemIn({ status, body }: TransportAnswer): ErrorBody {
  const said = ErrorBody.safeParse(body)
  return said.success ? said.data : { code: `status_${status}`, message: errorMessages.tryAgain }
}

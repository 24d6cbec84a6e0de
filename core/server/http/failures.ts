// What a call that went wrong is answered: the error form, and nothing of how it came to be.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorMessages, Refusal } from '#core/contract/errors.ts'
import { isClosedFirm, isConflict, isUnavailable, unstorableOf } from '../database/failures.ts'
import { refusalOf } from './input.ts'

/** Code word and sentence by status. */
export const codes: Record<number, [string, string]> = {
  400: ['invalid', 'We couldn’t read this request.'],
  404: ['not_found', 'We couldn’t find this.'],
  413: ['too_large', 'This is too large.'],
  415: ['unsupported_type', 'This content type isn’t supported.'],
  429: ['too_many', 'Too many attempts. Wait a moment.'],
}

export function answerError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const refusal = failureOf(error, request)
  reply.header('cache-control', 'no-store')
  if (refusal.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
  return reply.code(refusal.status).send(refusal.body())
}

/** Whatever was thrown, as what may be said of it; a bug stands in the log. */
export function failureOf(error: Error & { statusCode?: number }, { log }: Pick<FastifyRequest, 'log'>): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) return refusalOf(error)
  if (isClosedFirm(error)) return new Refusal('suspended', errorMessages.suspended, 403)
  const unstorable = unstorableOf(error)
  if (unstorable) return new Refusal('invalid', unstorable, 400)
  if (isUnavailable(error)) return new Refusal('unavailable', errorMessages.unavailable, 503, undefined, 5)
  // It was begun anew as often as is of use; whoever asks again with the same key loses nothing.
  if (isConflict(error)) return new Refusal('unavailable', errorMessages.unavailable, 503, undefined, 1)
  const status = error.statusCode ?? 500
  const known = codes[status]
  if (known) return new Refusal(known[0], known[1], status)
  if (status >= 400 && status < 500) return new Refusal('invalid', codes[400]![1], 400)
  log.error(error)
  return new Refusal('failed', errorMessages.generic, 500)
}

// Error responses never reveal the cause.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { errorMessages, Refusal } from '#core/contract/errors.ts'
import { isClosedFirm, isConflict, isUnavailable, unstorableOf } from '../database/failures.ts'
import { refusalOf } from './input.ts'

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

/** Clients see only what this returns. The log has a bug's details. */
export function failureOf(error: Error & { statusCode?: number }, { log }: Pick<FastifyRequest, 'log'>): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof z.ZodError) return refusalOf(error)
  if (isClosedFirm(error)) return new Refusal('suspended', errorMessages.suspended, 403)
  const unstorable = unstorableOf(error)
  if (unstorable) return new Refusal('invalid', unstorable, 400)
  if (isUnavailable(error)) return new Refusal('unavailable', errorMessages.unavailable, 503, undefined, 5)
  // Retries are used up, but the caller can safely repeat the key.
  if (isConflict(error)) return new Refusal('unavailable', errorMessages.unavailable, 503, undefined, 1)
  const status = error.statusCode ?? 500
  const known = codes[status]
  if (known) return new Refusal(known[0], known[1], status)
  if (status >= 400 && status < 500) return new Refusal('invalid', codes[400]![1], 400)
  log.error(error)
  return new Refusal('failed', errorMessages.generic, 500)
}

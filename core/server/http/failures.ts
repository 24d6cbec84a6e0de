// What a call that went wrong is answered: the error form, and nothing of how it came to be.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal, sentences } from '#core/contract/errors.ts'
import { isClosedFirm, isConflict, isUnavailable } from '../database/failures.ts'
import { refusalOf } from './input.ts'

/** Code word and sentence by status. */
export const codes: Record<number, [string, string]> = {
  400: ['invalid', 'This request could not be read.'],
  404: ['not_found', 'This could not be found.'],
  413: ['too_large', 'This is too large.'],
  415: ['unsupported_type', 'This kind of content is not accepted here.'],
  429: ['too_many', 'Too many tries. Please wait a little.'],
}

export function answerError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store')
  if (error instanceof Refusal) {
    if (error.retryAfter) reply.header('retry-after', String(error.retryAfter))
    return reply.code(error.status).send(error.body())
  }
  if (error instanceof z.ZodError) return reply.code(400).send(refusalOf(error).body())
  if (isClosedFirm(error)) return reply.code(403).send({ message: sentences.suspended, code: 'suspended' })
  if (isUnavailable(error))
    return reply.code(503).header('retry-after', '5').send({ message: sentences.unavailable, code: 'unavailable' })
  // It was begun anew as often as is of use; whoever asks again with the same key loses nothing.
  if (isConflict(error))
    return reply.code(503).header('retry-after', '1').send({ message: sentences.unavailable, code: 'unavailable' })
  const status = error.statusCode ?? 500
  const known = codes[status]
  if (known) return reply.code(status).send({ message: known[1], code: known[0] })
  if (status >= 400 && status < 500) return reply.code(400).send({ message: codes[400]![1], code: 'invalid' })
  request.log.error(error)
  return reply.code(500).send({ message: sentences.generic, code: 'failed' })
}

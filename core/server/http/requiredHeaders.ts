// Source: RULINGS, section 2. Routes for other callers declare `calledBy`.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#core/contract/errors.ts'
import { isGuid } from '#core/contract/guid.ts'

const clients: readonly unknown[] = ['web', 'mobile', 'desktop']

/** Throws 400 without a valid X-Client. */
export function refuseUnknownClient({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (!clients.includes(headers['x-client']))
    throw new Refusal('invalid', 'Set the X-Client header to web, mobile, or desktop.', 400)
}

/** Throws 400 for a missing or invalid Idempotency-Key. */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const key = headers['idempotency-key']
  if (key === undefined || key === '')
    throw new Refusal('invalid', 'Every change needs an Idempotency-Key header with its own UUID.', 400)
  if (typeof key !== 'string' || !isGuid(key)) throw new Refusal('invalid', 'The Idempotency-Key must be a UUID.', 400)
  return key
}

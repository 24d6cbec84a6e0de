// What a call brings: read by the shapes of its route.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import type { AnyRoute } from '#core/contract/route.ts'

const none = z.strictObject({})

/** Throws 404 for an address that can't be of anything, 400 for other input that does not fit. */
export function parse(route: AnyRoute, request: FastifyRequest) {
  const query = Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(([name]) => !(route.when && name in route.when)),
  )
  return {
    params: parsePart(route.params ?? none, request.params ?? {}, route.params !== undefined),
    query: parsePart(route.query ?? none, query),
    body:
      ['GET', 'HEAD', 'DELETE'].includes(route.method) || route.files || route.isBytes
        ? undefined
        : parsePart(route.body ?? none.optional(), request.body === null ? undefined : request.body),
  }
}

function parsePart(schema: z.ZodType, value: unknown, isAddress = false): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (isAddress) throw new Refusal('not_found', 'This could not be found.', 404)
  throw refusalOf(parsed.error)
}

/** The error form of RULINGS, section 2: a sentence, and one message per field. */
export function refusalOf(error: z.ZodError): Refusal {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) errors[[...issue.path, key].join('.')] ??= 'This field cannot be set.'
    else errors[issue.path.join('.') || 'body'] ??= issue.message
  }
  return new Refusal('invalid', 'Some fields need another look.', 400, errors)
}

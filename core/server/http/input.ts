import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import type { AnyRoute } from '#core/contract/route.ts'

const none = z.strictObject({})

/** Throws 404 for an address that can't exist, 400 for other invalid input. */
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
  if (isAddress) throw new Refusal('not_found', 'We couldn’t find this.', 404)
  throw refusalOf(parsed.error, schema)
}

/** No form of ours has more fields. */
const MOST_PROBLEMS = 20

/**
 * The error format of RULINGS, section 2. Only fields in the schema are named, so a caller's own keys and values are
 * never repeated. `body` is the whole.
 */
export function refusalOf(error: z.ZodError, shape?: z.ZodType): Refusal {
  const errors: Record<string, string> = {}
  for (const issue of error.issues) {
    const name = knownPath(shape, issue.path).join('.') || 'body'
    errors[name] ??= formatIssue(issue)
    if (Object.keys(errors).length === MOST_PROBLEMS) break
  }
  return new Refusal('invalid', 'Some fields need your attention.', 400, errors)
}

/** The library's messages are for programmers. */
function formatIssue({ code, message }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys') return 'The request sets a field that can’t be set.'
  if (!/^(Invalid (input|option|key|element|string|number|ISO|UUID|GUID|URL)|Too (big|small))\b/.test(message))
    return message
  if (code === 'too_big') return 'This is too large.'
  return code === 'too_small' ? 'This is too small.' : 'This is missing or invalid.'
}

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  options?: z.ZodType[]
}

/** Names and positions that the schema defines, up to a key that the caller chose. */
function knownPath(shape: z.ZodType | undefined, path: readonly PropertyKey[]): string[] {
  const [first, ...rest] = path
  if (!shape || first === undefined) return []
  const def = shape.def as unknown as Def
  const inner = def.innerType ?? def.in
  if (inner) return knownPath(inner, path)
  if (def.options) return def.options.map((one) => knownPath(one, path)).sort((a, b) => b.length - a.length)[0] ?? []
  if (typeof first === 'number') return def.element ? [String(first), ...knownPath(def.element, rest)] : []
  const name = String(first)
  const field = def.shape && Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
  return field ? [name, ...knownPath(field, rest)] : []
}

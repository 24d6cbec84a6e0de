// Builds example requests and responses from the schemas, with one consistent set of names and dates. Routes with
// stricter rules have their own examples.
import { z } from 'zod'
import type { AnyRoute } from '#core/contract/route.ts'

type Shape = {
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  $ref?: string
  $defs?: Record<string, Shape>
  items?: Shape
  prefixItems?: Shape[]
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  propertyNames?: Shape
  additionalProperties?: Shape | boolean
}

export type RouteExample = { params?: unknown; query?: unknown; body?: unknown; answer?: unknown }

const ID = '0195c1f2-7a3e-7c4b-9d10-3f6a2b8e4c57'
const INSTANT = '2026-11-24T16:30:00.000Z'
const DAY = '2026-12-01'
const STAMP = '2026-11-24 08:30:00'

/** Example values by field name, where 'text' would say too little. */
const words: Record<string, string> = {
  company: 'Halden Shipping',
  contact: 'Ingrid Halden',
  contact_email: 'ingrid@haldenshipping.example',
  contact_phone: '+1 206 555 0142',
  email: 'dana.reyes@hartwell.example',
  phone: '+1 206 555 0117',
  first_name: 'Dana',
  last_name: 'Reyes',
  name: 'Tax and Transfer Pricing',
  fullname: 'Dana Reyes',
  owner: 'Dana Reyes',
  goal: 'Become their counsel for charter disputes',
  description: 'Send the draft engagement letter',
  help: '',
  note: 'Met Ingrid at the port dinner.',
  lostReason: '',
  lost_reason: 'Pricing',
  title: 'Charter disputes in 2027',
  subject: 'News for our clients',
  time_zone: 'America/Los_Angeles',
  zone: 'America/Los_Angeles',
  message: 'Please complete this field',
  url: 'https://crm.hartwell.example',
  blog_url: 'https://news.hartwell.example/charter',
  issuer: 'https://login.hartwell.example',
  domain: 'hartwell.example',
  domains: 'hartwell.example',
  reply_address: 'news@hartwell.example',
  password: 'Harbor#2026',
  new: 'Harbor#2026',
  current: 'Harbor#2025',
  color: '#15397E',
  duration: '04:30',
  event_at: '2026-12-01 09:00:00',
  cursor: '4711',
  typeterm: 'Prospect',
  valueterm: 'Medium',
  statusterm: 'Pursuing',
}

/** Example values by the start of a text's pattern. */
const patterns: [string, string][] = [
  ['^\\d{4}-\\d\\d-\\d\\d \\d\\d', STAMP],
  ['^([01]\\d|2[0-3])', '18:30'],
  ['^#', '#15397E'],
  ['^ping-', 'ping-shared_invites-email'],
  ['^[A-Za-z]', 'upkeep'],
]

const shapeOf = (schema: z.ZodType): Shape => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape

/** Requests have their required fields, or all if none are required. Responses have everything. */
export function exampleOf({ params, query, body, answer, when, example = {} }: AnyRoute): RouteExample {
  const made: RouteExample = {
    ...(params && { params: requestOf(shapeOf(params)) }),
    ...(query && { query: neededOf(shapeOf(query)) }),
    ...(body && { body: requestOf(shapeOf(body)) }),
    ...(answer && { answer: madeOf(shapeOf(answer), { isWhole: true }) }),
  }
  if (example.params) made.params = { ...(made.params as object), ...example.params }
  if (example.query) made.query = { ...(made.query as object), ...example.query }
  if (example.body) made.body = example.body
  if (when) made.query = { ...when, ...(made.query as object | undefined) }
  return made
}

const neededOf = (shape: Shape) => madeOf({ ...shape, required: shape.required ?? [] }, { isWhole: false })

/** Falls back to all fields if none is required or has an example value. */
function requestOf(shape: Shape): unknown {
  const names = Object.keys(shape.properties ?? {})
  const said = names.filter((name) => shape.required?.includes(name) || name in words)
  return madeOf(said.length > 0 ? { ...shape, required: said } : shape, { isWhole: said.length === 0 })
}

type Making = { isWhole: boolean; name?: string; defs?: Record<string, Shape>; depth?: number }

function madeOf(shape: Shape, making: Making): unknown {
  const { isWhole, name = '', depth = 0 } = making
  const defs = shape.$defs ?? making.defs ?? {}
  const inner = { isWhole, name, defs, depth: depth + 1 }
  if (shape.$ref !== undefined) {
    // Stops a recursive schema.
    const found = defs[shape.$ref.split('/').at(-1)!]
    return found && depth < 6 ? madeOf(found, inner) : null
  }
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const ways = shape.anyOf ?? shape.oneOf
  if (ways) return madeOf(ways.find(({ type }) => type !== 'null') ?? ways[0]!, inner)
  if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => madeOf(part, inner) as object))
  const type = Array.isArray(shape.type) ? shape.type[0] : shape.type
  if (type === 'object' || shape.properties) return objectOf(shape, inner)
  if (type === 'array') return listOf(shape, inner)
  if (type === 'number' || type === 'integer') return numberOf(shape)
  if (type === 'boolean') return shape.default ?? false
  if (type === 'null') return null
  return type === 'string' ? textOf(shape, name) : (shape.default ?? null)
}

function objectOf({ properties = {}, required = [], additionalProperties, propertyNames }: Shape, making: Making) {
  const fields = Object.entries(properties).filter(([name]) => making.isWhole || required.includes(name))
  const made = Object.fromEntries(fields.map(([name, shape]) => [name, madeOf(shape, { ...making, name })]))
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return made
  const key = propertyNames ? madeOf({ type: 'string', ...propertyNames }, { ...making, name: 'key' }) : 'key'
  return { [String(key)]: madeOf(additionalProperties, making) }
}

function listOf({ items, prefixItems, minItems = 1 }: Shape, making: Making): unknown[] {
  if (prefixItems) return prefixItems.map((shape) => madeOf(shape, making))
  if (!items || making.depth! > 6) return []
  return Array.from({ length: Math.max(1, minItems) }, () => madeOf(items, making))
}

function numberOf({ minimum, exclusiveMinimum, maximum, multipleOf = 1, default: given }: Shape): unknown {
  if (given !== undefined) return given
  const least = exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : Math.max(minimum ?? 1, multipleOf, 1)
  return Math.min(least, maximum ?? least)
}

function textOf(
  { format, pattern = '', minLength = 0, maxLength = 1000, default: given }: Shape,
  name: string,
): unknown {
  if (given !== undefined && given !== '') return given
  const [, ofPattern] = patterns.find(([start]) => pattern.startsWith(start)) ?? []
  if (ofPattern !== undefined) return ofPattern
  const letters = /^\^\[\\w-\]\{(\d+)\}\$$/.exec(pattern)?.[1]
  if (letters) return 'A'.repeat(Number(letters))
  if (format === 'date') return DAY
  if (format === 'date-time') return INSTANT
  if (format === 'uuid' || format === 'guid' || /\[(0-9|\\d)a-f/.test(pattern)) return ID
  if (words[name] !== undefined && words[name].length >= minLength) return words[name].slice(0, maxLength)
  if (name === 'id' || name.endsWith('_id') || name.endsWith('Id')) return ID
  if (/(^|_)(at|since|on|created|modified|until)$/.test(name)) return INSTANT
  if (given !== undefined) return given
  return 'text'.padEnd(minLength, 'x').slice(0, maxLength)
}

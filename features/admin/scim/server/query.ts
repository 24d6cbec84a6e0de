// Parses a directory's query: a filter as SQL, the page, and the requested attributes.
import { type RawBuilder, sql } from 'kysely'
import { type Filter, parse } from 'scim2-parse-filter'
import { readActive, type ScimRecord, schemas } from './resources.ts'
import { ScimError } from './scimError.ts'

const FILTER_MOST = 2000
const PARTS_MOST = 50
export const SCIM_PAGE = 100
export const PAGE_MOST = 200

type Value = string | number | boolean | null
/** Comparison of each attribute, by its lowercase name. */
export type Comparable = Record<string, (value: Value) => RawBuilder<unknown>>

const text = (value: Value): string => {
  if (typeof value !== 'string') throw new ScimError('invalidFilter', 'Compare this attribute with a string.')
  // The library doesn't decode JSON's escaped backslash.
  return value.replaceAll('\\\\', '\\')
}
const isId = (value: Value) => typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)

/** Alias of users: u. */
export const userAttributes: Comparable = {
  id: (value) => (isId(value) ? sql`u.id = ${value}` : sql`false`),
  username: (value) =>
    sql`(lower(u.scim_user_name) = lower(${text(value)}) or (u.scim_user_name is null and lower(u.email) = lower(${text(value)})))`,
  externalid: (value) => sql`u.scim_external_id = ${text(value)}`,
  'emails.value': (value) => sql`lower(u.email) = lower(${text(value)})`,
  emails: (value) => sql`lower(u.email) = lower(${text(value)})`,
  active: (value) => sql`(u.deactivated_at is null) = ${readActive(value)}`,
}
/** Alias of groups: g. */
export const groupAttributes: Comparable = {
  id: (value) => (isId(value) ? sql`g.id = ${value}` : sql`false`),
  displayname: (value) => sql`lower(g.name) = lower(${text(value)})`,
  externalid: (value) => sql`g.scim_external_id = ${text(value)}`,
  'members.value': (value) =>
    isId(value)
      ? sql`exists (select 1 from group_members m where m.org_id = g.org_id and m.group_id = g.id and m.user_id = ${value})`
      : sql`false`,
}

/** Supports `eq`, `and`, `or`, and `not` on known attributes. Throws invalidFilter for anything else. */
export function conditionOf(given: string | null, attributes: Comparable): RawBuilder<unknown> {
  if (given === null || given.trim() === '') return sql`true`
  if (given.length > FILTER_MOST) throw new ScimError('invalidFilter', 'This filter is too long.')
  let filter: Filter
  try {
    filter = parse(given)
  } catch {
    throw new ScimError('invalidFilter', 'This filter isn’t valid.')
  }
  let parts = 0
  const read = (one: Filter, within = ''): RawBuilder<unknown> => {
    if (++parts > PARTS_MOST) throw new ScimError('invalidFilter', 'This filter has too many parts.')
    if (one.op === 'and' || one.op === 'or') {
      const all = (one as { filters: Filter[] }).filters.map((part) => read(part, within))
      return sql`(${sql.join(all, one.op === 'and' ? sql` and ` : sql` or `)})`
    }
    if (one.op === 'not') return sql`not (${read((one as { filter: Filter }).filter, within)})`
    if (one.op === '[]') {
      const { attrPath, valFilter } = one as { attrPath: string; valFilter: Filter }
      return read(valFilter, `${plain(attrPath)}.`)
    }
    const { attrPath, compValue, op } = one as { attrPath: string; compValue: Value; op: string }
    const name = within + plain(attrPath)
    // All email addresses here are work addresses.
    if (name === 'emails.type' && op === 'eq') return sql`${String(compValue).toLowerCase() === 'work'}::boolean`
    const compare = Object.hasOwn(attributes, name) ? attributes[name] : undefined
    if (!compare || op !== 'eq')
      throw new ScimError('invalidFilter', `Only eq is supported, for ${Object.keys(attributes).join(', ')}.`)
    return compare(compValue)
  }
  return read(filter)
}

/** Removes the schema prefix and returns lower case. */
const plain = (path: string) => path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '').toLowerCase()

/**
 * startIndex counts from 1 and lower values count as 1. A count below 0 counts as 0. Source: RFC 7644, section 3.4.2.4.
 */
export function pageIn(query: URLSearchParams): { start: number; count: number } {
  const number = (name: string, otherwise: number) => {
    const given = query.get(name)
    if (given === null || given === '') return otherwise
    const value = Number(given)
    if (!Number.isInteger(value)) throw new ScimError('invalidValue', `${name} must be a number.`)
    return value
  }
  return {
    start: Math.min(1_000_000_000, Math.max(1, number('startIndex', 1))),
    count: Math.min(PAGE_MOST, Math.max(0, number('count', SCIM_PAGE))),
  }
}

export const scimList = (resources: unknown[], total: number, start: number) => ({
  schemas: [schemas.list],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
})

const namesIn = (query: URLSearchParams, name: string) =>
  (query.get(name) ?? '')
    .split(',')
    .map((one) => plain(one.trim()).split('.')[0]!)
    .filter(Boolean)

export function isAttributeWanted(query: URLSearchParams, attribute: string): boolean {
  const wanted = namesIn(query, 'attributes')
  return (
    (wanted.length === 0 || wanted.includes(attribute)) && !namesIn(query, 'excludedAttributes').includes(attribute)
  )
}

/** Always includes `id`, `schemas`, and `meta`. */
export const selectAttributes = (resource: ScimRecord, query: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource).filter(
      ([name]) => ['id', 'schemas', 'meta'].includes(name) || isAttributeWanted(query, name.toLowerCase()),
    ),
  )

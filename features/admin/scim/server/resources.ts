// Converts people and groups to and from SCIM resources: RFC 7643. Doesn't use the database.
import { createHash } from 'node:crypto'
import { isEmail } from '#core/contract/fields.ts'
import { peopleLimits } from '../../people/contract.ts'
import { ScimError } from './scimError.ts'

export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
} as const

export type UserRow = {
  id: string
  email: string
  first_name: string
  last_name: string
  is_active: boolean
  user_name: string
  external_id: string | null
  created_at: string
  modified_at: string
  groups: { id: string; name: string }[]
}
export type GroupRow = {
  id: string
  name: string
  external_id: string | null
  created_at: string
  modified_at: string
  /** Absent if the members weren't requested. */
  members?: { id: string; name: string }[]
}

export type ScimRecord = Record<string, unknown> & { id: string; meta: { version: string; location: string } }

/** `at` is the base URL of the SCIM API. */
export function userOf(row: UserRow, at: string): ScimRecord {
  const formatted = `${row.first_name} ${row.last_name}`.trim()
  return withMeta('User', row, `${at}/Users/${row.id}`, {
    schemas: [schemas.user],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name,
    name: { formatted, givenName: row.first_name, familyName: row.last_name },
    displayName: formatted,
    emails: [{ value: row.email, type: 'work', primary: true }],
    active: row.is_active,
    groups: row.groups.map(({ id, name }) => ({
      value: id,
      display: name,
      $ref: `${at}/Groups/${id}`,
      type: 'direct',
    })),
  })
}

export function groupOf(row: GroupRow, at: string): ScimRecord {
  return withMeta('Group', row, `${at}/Groups/${row.id}`, {
    schemas: [schemas.group],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.name,
    ...(row.members && {
      members: row.members.map(({ id, name }) => ({
        value: id,
        display: name,
        $ref: `${at}/Users/${id}`,
        type: 'User',
      })),
    }),
  })
}

function withMeta(
  resourceType: string,
  { created_at, modified_at }: Pick<UserRow, 'created_at' | 'modified_at'>,
  location: string,
  resource: Record<string, unknown> & { id: string },
): ScimRecord {
  const instant = (at: string) => new Date(at).toISOString()
  const version = `W/"${createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 22)}"`
  const meta = { resourceType, created: instant(created_at), lastModified: instant(modified_at), location, version }
  return { ...resource, meta }
}

/** A directory's User in our own terms. */
export type UserInput = {
  userName: string
  externalId: string | null
  first_name: string
  last_name: string
  email: string
  active: boolean
}

type JsonObject = Record<string, unknown>
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown, attribute: string, most: number): string => {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'string') throw new ScimError('invalidValue', `${attribute} must be a string.`)
  const text = value.trim()
  if (text.length > most) throw new ScimError('invalidValue', `${attribute} is longer than ${most} characters.`)
  return text
}

/** Reads a User and ignores unknown attributes. Throws a ScimError that describes the problem. */
export function readUser(given: unknown): UserInput {
  if (!isObject(given)) throw new ScimError('invalidSyntax', 'The body must be a User.')
  const said = lowered(given)
  const userName = textOf(said.username, 'userName', 254)
  if (userName === '') throw new ScimError('invalidValue', 'userName is required.')
  const name = isObject(said.name) ? lowered(said.name) : {}
  const formatted = textOf(name.formatted, 'name.formatted', 200) || textOf(said.displayname, 'displayName', 200)
  const [first = '', ...rest] = formatted.split(/\s+/)
  const most = peopleLimits.name
  const givenName = textOf(name.givenname, 'name.givenName', most)
  const familyName = textOf(name.familyname, 'name.familyName', most)
  const hasNames = givenName !== '' || familyName !== ''
  const email = addressIn(said.emails) || userName
  if (!isEmail(email))
    throw new ScimError('invalidValue', 'userName must be an email address, or the User needs a work email.')
  const externalId = textOf(said.externalid, 'externalId', 500)
  return {
    userName,
    externalId: externalId === '' ? null : externalId,
    first_name: hasNames ? givenName : first.slice(0, most) || userName.split('@')[0]!.slice(0, most),
    last_name: hasNames ? familyName : rest.join(' ').slice(0, most),
    email: email.toLowerCase(),
    active: readActive(said.active),
  }
}

/** Attribute names ignore case. Source: RFC 7643, section 2.1. */
const lowered = (said: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(said).map(([name, value]) => [name.toLowerCase(), value]))

/** Entra ID sends the strings 'True' and 'False'. */
export function readActive(said: unknown): boolean {
  if (said === undefined || said === null) return true
  if (typeof said === 'boolean') return said
  const word = typeof said === 'string' ? said.toLowerCase() : ''
  if (word === 'true' || word === 'false') return word === 'true'
  throw new ScimError('invalidValue', 'active must be true or false.')
}

/** Returns the primary email address, else the work address, else the first. */
function addressIn(emails: unknown): string {
  if (emails === undefined || emails === null) return ''
  if (!Array.isArray(emails)) throw new ScimError('invalidValue', 'emails must be a list.')
  const all = emails.filter(isObject).map(lowered)
  const isYes = (value: unknown) => value === true || String(value).toLowerCase() === 'true'
  const chosen =
    all.find(({ primary }) => isYes(primary)) ?? all.find(({ type }) => String(type).toLowerCase() === 'work') ?? all[0]
  return textOf(chosen?.value, 'emails.value', peopleLimits.email)
}

export type ScimGroupInput = { displayName: string; externalId: string | null; members: string[] }

export function readGroup(given: unknown): ScimGroupInput {
  if (!isObject(given)) throw new ScimError('invalidSyntax', 'The body must be a Group.')
  const said = lowered(given)
  const displayName = textOf(said.displayname, 'displayName', peopleLimits.group)
  if (displayName === '') throw new ScimError('invalidValue', 'displayName is required.')
  const externalId = textOf(said.externalid, 'externalId', 500)
  return { displayName, externalId: externalId === '' ? null : externalId, members: readMembers(said.members) }
}

/** Members per request. */
export const MEMBERS_AT_ONCE = 1000

export function readMembers(given: unknown): string[] {
  if (given === undefined || given === null) return []
  const all = Array.isArray(given) ? given : [given]
  if (all.length > MEMBERS_AT_ONCE)
    throw new ScimError('tooMany', `At most ${MEMBERS_AT_ONCE} members in one call.`, 413)
  return all.map((one) => {
    const value = isObject(one) ? lowered(one).value : one
    if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
      throw new ScimError('invalidValue', 'Use a User’s id to name a member.')
    return value.toLowerCase()
  })
}

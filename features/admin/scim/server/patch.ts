// SCIM PATCH operations, including the deviations of Entra ID and Okta.
import { type ScimPatchOperation, type ScimResource, scimPatch } from 'scim-patch'
import { isPolluting } from '#core/contract/pollutingKeys.ts'
import { readMembers, type ScimRecord } from './resources.ts'
import { ScimError } from './scimError.ts'

const OPERATIONS_MOST = 100

type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value: unknown }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const named = (given: Record<string, unknown>, name: string) =>
  Object.entries(given).find(([key]) => key.toLowerCase() === name)?.[1]

/** Splits operations without a path into one per attribute. Operation names ignore case. */
export function operationsIn(body: unknown): Operation[] {
  const all = isObject(body) ? named(body, 'operations') : undefined
  if (!Array.isArray(all) || all.length === 0) throw new ScimError('invalidSyntax', 'Operations are required.')
  if (all.length > OPERATIONS_MOST)
    throw new ScimError('tooMany', `At most ${OPERATIONS_MOST} operations in one call.`, 413)
  return all.flatMap((one): Operation[] => {
    if (!isObject(one)) throw new ScimError('invalidSyntax', 'An operation must be an object.')
    const op = String(named(one, 'op')).toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw new ScimError('invalidSyntax', '`op` must be add, replace, or remove.')
    const path = named(one, 'path')
    const value = named(one, 'value')
    if (typeof path === 'string' && path !== '') return [{ op, path: plain(path), value }]
    if (op === 'remove') throw new ScimError('noTarget', 'A remove operation needs a path.')
    if (!isObject(value))
      throw new ScimError('invalidValue', 'An operation without a path needs an object as its value.')
    return Object.entries(value).map(([name, part]) => ({ op, path: plain(name), value: part }))
  })
}

/**
 * Removes the schema prefix. Attribute names ignore case, so the check for polluting keys uses lower case. The library
 * would otherwise write along such a path.
 */
function plain(path: string): string {
  if (isPolluting(path.toLowerCase()))
    throw new ScimError('invalidPath', 'This path names nothing that can be changed.')
  return path.trim().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(User|Group):/i, '')
}
const rootOf = (path: string) => path.split(/[.[]/)[0]!.toLowerCase()
const fixed = new Set(['id', 'meta', 'schemas', 'groups'])

/** Spelling of attributes in a User. */
const spelt: Record<string, string> = {
  username: 'userName',
  externalid: 'externalId',
  name: 'name',
  displayname: 'displayName',
  emails: 'emails',
  active: 'active',
  givenname: 'givenName',
  familyname: 'familyName',
  formatted: 'formatted',
  value: 'value',
}

/** Returns the changed User. Attributes that aren't stored are ignored, because directories send them legitimately. */
export function patchedUser(user: ScimRecord, body: unknown): Record<string, unknown> {
  const operations = operationsIn(body)
  for (const { path } of operations)
    if (fixed.has(rootOf(path)) && rootOf(path) !== 'schemas')
      throw new ScimError('mutability', `${rootOf(path)} can’t be changed.`)
  const known = operations.filter(({ path }) => Object.hasOwn(spelt, rootOf(path)) && isOfWork(path))
  const isTouched = (root: string) => known.some(({ path }) => rootOf(path) === root)
  try {
    const patched = scimPatch(
      structuredClone(user) as unknown as ScimResource,
      known.map(({ op, path, value }) => ({ op, path: speltPath(path), value }) as ScimPatchOperation),
    ) as unknown as Record<string, unknown>
    const [before] = user.emails as { value: string }[]
    const isSame = before?.value.toLowerCase() === String(user.userName).toLowerCase()
    // If the email address equals the user name, it changes with it.
    return isTouched('username') && !isTouched('emails') && isSame ? { ...patched, emails: undefined } : patched
  } catch (error) {
    if (error instanceof ScimError) throw error
    throw new ScimError('invalidPath', 'This operation couldn’t be completed.')
  }
}

/** A person's email address here is the work address. */
const isOfWork = (path: string) =>
  rootOf(path) !== 'emails' ||
  !path.includes('[') ||
  /\[\s*(type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*\]/i.test(path)

const speltPath = (path: string) =>
  /^emails\s*\[/i.test(path)
    ? `emails[type eq "work"].${/\]\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? 'value'}`
    : path
        .split('.')
        .map((part) => spelt[part.toLowerCase()] ?? part)
        .join('.')

export type GroupChange = {
  displayName?: string
  externalId?: string | null
  /** Members to add and remove. `all` removes every current member. */
  add: string[]
  remove: string[] | 'all'
}

/** Computes the change without reading the members, since there can be thousands. */
export function groupChangeIn(body: unknown): GroupChange {
  const change: GroupChange = { add: [], remove: [] }
  for (const { op, path, value } of operationsIn(body)) {
    const root = rootOf(path)
    if (root === 'members') changeMembers(change, op, path, value)
    else if (root === 'displayname') {
      if (op === 'remove' || typeof value !== 'string')
        throw new ScimError('invalidValue', 'displayName must be a string.')
      change.displayName = value
    } else if (root === 'externalid') change.externalId = op === 'remove' ? null : String(value ?? '') || null
    // Okta repeats the group's ID in the value.
    else if (root === 'meta') throw new ScimError('mutability', 'meta can’t be changed.')
  }
  return change
}

function changeMembers(change: GroupChange, op: Operation['op'], path: string, value: unknown): void {
  const one = /^members\s*\[\s*value\s+eq\s+"([^"]+)"\s*\]$/i.exec(path)?.[1]
  if (path.includes('[') && !one) throw new ScimError('invalidPath', 'Find a member with value eq "id".')
  const ids = readMembers(one ?? value)
  if (op === 'add') {
    change.add = [...change.add, ...ids]
    if (change.remove !== 'all') change.remove = change.remove.filter((id) => !ids.includes(id))
  } else if (op === 'replace') Object.assign(change, { add: ids, remove: 'all' })
  else if (ids.length === 0) Object.assign(change, { add: [], remove: 'all' })
  else {
    change.add = change.add.filter((id) => !ids.includes(id))
    if (change.remove !== 'all') change.remove = [...change.remove, ...ids]
  }
}

// SCIM 2.0 (RFC 7644) beside /api: maps a directory's calls to functions. Each call is one transaction of the firm.
import { notFound, Refusal } from '#core/contract/errors.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { defineExternalApi, type ExternalAnswer, type ExternalCall } from '#core/server/externalApi.ts'
import type { PeoplePorts } from '../../server/ports.ts'
import { SCIM_PATH } from '../contract.ts'
import { resourceTypes, schemasOf, serviceProviderConfig } from './discovery.ts'
import { doerOf } from './doer.ts'
import { changeGroup, deleteGroup, findGroup, listGroups, makeGroup } from './groups.ts'
import { groupChangeIn, patchedUser } from './patch.ts'
import {
  conditionOf,
  groupAttributes,
  isAttributeWanted,
  pageIn,
  scimList,
  selectAttributes,
  userAttributes,
} from './query.ts'
import { groupOf, readGroup, readUser, type ScimRecord, userOf } from './resources.ts'
import { refuseInScim } from './scimError.ts'
import { authenticateDirectory, type Directory } from './tokens.ts'
import { changeUser, createUser, deleteUser, findUser, listUsers } from './users.ts'

const BODY_BYTES = 512 * 1024

export const scim = (ports: PeoplePorts, means: Dependencies) =>
  defineExternalApi<Directory>({
    prefix: SCIM_PATH,
    types: ['application/scim+json', 'application/json'],
    bodyBytes: BODY_BYTES,
    admit: authenticateDirectory,
    refuse: refuseInScim,
    answer(call) {
      const { request, database, caller, path } = call
      const at = new URL(SCIM_PATH, means.siteUrl() ?? `${request.protocol}://${request.host}`).href
      const [, name = '', id, ...rest] = path.split('/')
      if (rest.length > 0) throw notFound('Not found.')
      const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : undefined
      if (!kind) return Promise.resolve(ofItself(call.method, name, id, at))
      return withOrg(database, caller.orgId, (tx) => kind({ ...call, tx, at, id, ports, doer: doerOf(caller) }))
    },
  })

type ScimHandler = ExternalCall<Directory> & {
  tx: Tx
  at: string
  id: string | undefined
  ports: PeoplePorts
  doer: ReturnType<typeof doerOf>
}

const kinds = { Users: serveUsers, Groups: serveGroups }

function ofItself(method: string, name: string, id: string | undefined, at: string): ExternalAnswer {
  if (!['ServiceProviderConfig', 'ResourceTypes', 'Schemas'].includes(name)) throw notFound('Not found.')
  if (method !== 'GET') throw notAllowed()
  const one = (all: { id: string }[]): ExternalAnswer => {
    if (id === undefined) return { status: 200, body: scimList(all, all.length, 1) }
    const found = all.find((each) => each.id === decodeURIComponent(id))
    if (!found) throw notFound('Not found.')
    return { status: 200, body: found }
  }
  if (name === 'ServiceProviderConfig' && id === undefined) return { status: 200, body: serviceProviderConfig(at) }
  if (name === 'ResourceTypes') return one(resourceTypes(at))
  if (name === 'Schemas') return one(schemasOf(at))
  throw notFound('Not found.')
}

async function serveUsers({
  tx,
  method,
  id,
  query,
  body,
  at,
  doer,
  ports,
  request,
}: ScimHandler): Promise<ExternalAnswer> {
  const current = async (userId: string) => userOf(await findUser(tx, userId), at)
  if (id === undefined) {
    if (method === 'POST') return made(await current(await createUser(tx, doer, readUser(body), ports)), query)
    if (method !== 'GET') throw notAllowed()
    const page = pageIn(query)
    const { total, rows } = await listUsers(tx, conditionOf(query.get('filter'), userAttributes), page)
    return {
      status: 200,
      body: scimList(
        rows.map((row) => selectAttributes(userOf(row, at), query)),
        total,
        page.start,
      ),
    }
  }
  const before = await current(id)
  if (method === 'GET') return found(before, query, request.headers['if-none-match'])
  refuseStale(before, request.headers['if-match'])
  if (method === 'DELETE') {
    await deleteUser(tx, doer, before.id, ports)
    return { status: 204 }
  }
  if (method !== 'PUT' && method !== 'PATCH') throw notAllowed()
  await changeUser(tx, doer, before.id, readUser(method === 'PUT' ? body : patchedUser(before, body)), ports)
  return found(await current(before.id), query)
}

async function serveGroups({ tx, method, id, query, body, at, doer, request }: ScimHandler): Promise<ExternalAnswer> {
  const hasMembers = isAttributeWanted(query, 'members')
  const current = async (groupId: string) => groupOf(await findGroup(tx, groupId, hasMembers), at)
  if (id === undefined) {
    if (method === 'POST') return made(await current(await makeGroup(tx, doer, readGroup(body))), query)
    if (method !== 'GET') throw notAllowed()
    const page = pageIn(query)
    const { total, rows } = await listGroups(tx, conditionOf(query.get('filter'), groupAttributes), page, hasMembers)
    return {
      status: 200,
      body: scimList(
        rows.map((row) => selectAttributes(groupOf(row, at), query)),
        total,
        page.start,
      ),
    }
  }
  const before = await current(id)
  if (method === 'GET') return found(before, query, request.headers['if-none-match'])
  refuseStale(before, request.headers['if-match'])
  if (method === 'DELETE') {
    await deleteGroup(tx, doer, before.id)
    return { status: 204 }
  }
  if (method === 'PATCH') {
    await changeGroup(tx, doer, before.id, groupChangeIn(body))
    // A group can have thousands of members, so they aren't returned for each change.
    return { status: 204 }
  }
  if (method !== 'PUT') throw notAllowed()
  const { displayName, externalId, members } = readGroup(body)
  await changeGroup(tx, doer, before.id, { displayName, externalId, add: members, remove: 'all' })
  return found(await current(before.id), query)
}

const notAllowed = () => new Refusal('not_allowed', 'Method not allowed.', 405)

const made = (resource: ScimRecord, query: URLSearchParams): ExternalAnswer => ({
  ...found(resource, query),
  status: 201,
})

function found(resource: ScimRecord, query: URLSearchParams, known?: string): ExternalAnswer {
  const { version, location } = resource.meta
  const headers = { etag: version, location }
  return known === version
    ? { status: 304, headers }
    : { status: 200, body: selectAttributes(resource, query), headers }
}

function refuseStale({ meta }: ScimRecord, wanted: string | undefined): void {
  if (wanted !== undefined && wanted !== '*' && wanted !== meta.version)
    throw new Refusal('stale', 'The resource has changed since you read it.', 412)
}

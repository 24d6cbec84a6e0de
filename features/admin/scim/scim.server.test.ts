// Tests SCIM 2.0 provisioning with the calls that Entra ID and Okta document.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { routes as account } from '#features/account/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { auditLogOf, mailsOf } from '#tests/emails.ts'
import { peopleRoutes as people } from '../people/contract.ts'
import { type ProvisioningState, scimRoutes } from './contract.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let api: Api
let firm: Awaited<ReturnType<typeof aFirm>>
beforeAll(async () => {
  api = await openApi()
  firm = await aFirm()
})
afterAll(() => api.close())

type Answer = {
  status: number
  body: Record<string, never> & { id: string; Resources: Record<string, never>[] }
  headers: Record<string, unknown>
}
/** Creates a firm with a verified domain and a directory token. */
async function aFirm() {
  const domain = `${randomUUID().slice(0, 8)}.example`
  const orgId = await api.aFirm({ domains: [domain] })
  const admin = await api.aPerson(orgId, { role: 'admin', email: `admin@${domain}` })
  const { body } = await admin.call<{ token: string; made: { id: string } }>(scimRoutes.makeToken, {
    body: { name: 'Entra ID' },
  })
  const call = async (
    method: string,
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const reply = await api.http.inject({
      method: method as 'GET',
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${body.token}`,
        ...(payload && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(payload && { payload: JSON.stringify(payload) }),
    })
    return {
      status: reply.statusCode,
      body: (reply.body ? reply.json() : {}) as Answer['body'],
      headers: reply.headers,
    }
  }
  return { orgId, domain, admin, call, key: body }
}
type Firm = Awaited<ReturnType<typeof aFirm>>
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations })
const filter = (text: string) => `?filter=${encodeURIComponent(text)}`

/** A person as Entra ID creates them. Source: its tutorial for SCIM endpoints. */
const entraUser = (to: Firm, name: string, change: object = {}) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `x-${name}`,
  userName: `${name}@${to.domain}`,
  active: true,
  displayName: `${name} Newman`,
  emails: [{ primary: true, type: 'work', value: `${name}@${to.domain}` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} Newman`, familyName: 'Newman', givenName: name },
  roles: [],
  title: 'Associate',
  [ENTERPRISE]: { department: 'Tax' },
  ...change,
})
const personIn = async (to: Firm, id: string) =>
  (await to.admin.call<{ targets: Record<string, number> }>(people.person, { params: { id } })).body

describe('the token of a directory', () => {
  test('is shown once, stored as a hash, and accepted until it ends', async () => {
    const mine = await aFirm()
    const read = async () => (await mine.admin.call<ProvisioningState>(scimRoutes.read)).body
    expect((await read()).tokens).toEqual([{ ...mine.key.made, used_at: null }])
    expect((await mine.call('GET', '/ServiceProviderConfig')).status).toBe(200)
    expect((await read()).tokens[0]!.used_at).not.toBeNull()
    const { rows } = await withoutRls(
      api.database,
      (tx) => tx.sql<{ all: string }>`select string_agg(t::text, ' ') as all from scim_tokens t`,
    )
    expect(rows[0]!.all).not.toContain(mine.key.token)
    await mine.admin.call(scimRoutes.endToken, { params: { id: mine.key.made.id } })
    const ended = await mine.call('GET', '/Users')
    expect([ended.status, ended.headers['content-type']]).toEqual([401, 'application/scim+json; charset=utf-8'])
    expect(ended.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    expect((await auditLogOf(api, mine.orgId)).map(({ action }) => action)).toEqual(['scim.key_made', 'scim.key_ended'])
  })

  test('is created only by firm admins, and is no session, nor is a session a token', async () => {
    const member = await api.aPerson(firm.orgId)
    expect((await member.call(scimRoutes.makeToken, { body: { name: 'x' } })).status).toBe(403)
    expect((await firm.call('GET', '/Users', undefined, { authorization: `Bearer ${firm.admin.token}` })).status).toBe(
      401,
    )
    expect(
      (await api.http.inject({ url: '/api/user', headers: { authorization: `Bearer ${firm.key.token}` } })).statusCode,
    ).toBe(401)
    // The server responds before it reads the body.
    const stranger = await api.http.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { 'content-type': 'application/scim+json' },
      payload: '{',
    })
    expect(stranger.statusCode).toBe(401)
  })

  test('gives no access to another firm', async () => {
    const other = await aFirm()
    const { body } = await other.call('POST', '/Users', entraUser(other, 'theirs'))
    for (const [method, payload] of [
      ['GET', undefined],
      ['PUT', entraUser(firm, 'mine')],
      ['PATCH', patch({ op: 'replace', path: 'active', value: false })],
      ['DELETE', undefined],
    ] as const)
      expect([method, (await firm.call(method, `/Users/${body.id}`, payload)).status]).toEqual([method, 404])
    expect((await firm.call('GET', `/Users${filter(`userName eq "theirs@${other.domain}"`)}`)).body).toMatchObject({
      totalResults: 0,
    })
    // An email address of another firm is rejected, whichever domain it is at.
    expect((await firm.call('POST', '/Users', entraUser(other, 'taken'))).body).toMatchObject({
      scimType: 'invalidValue',
    })
  })

  test("can't change a firm admin's email", async () => {
    const { status, body } = await firm.call(
      'PATCH',
      `/Users/${firm.admin.actor.id}`,
      patch({ op: 'replace', path: 'userName', value: `other@${firm.domain}` }),
    )
    expect([status, body.scimType]).toEqual([403, 'mutability'])
    expect((await firm.admin.call(account.me)).body).toMatchObject({ user: { email: firm.admin.email } })
  })

  test('is rejected while its firm is suspended, and accepted again afterwards', async () => {
    const mine = await aFirm()
    const suspend = (isSuspended: boolean) =>
      withoutRls(
        api.database,
        (tx) => tx.sql`update orgs set suspended_at = ${isSuspended ? sql`now()` : null} where id = ${mine.orgId}`,
      )
    await suspend(true)
    const users = await mine.call('GET', '/Users')
    const change = await mine.call('PATCH', `/Users/${mine.admin.actor.id}`, patch({ op: 'replace', value: {} }))
    expect([users.status, change.status]).toEqual([401, 401])
    expect(JSON.stringify(users.body)).not.toContain(mine.domain)
    await suspend(false)
    expect((await mine.call('GET', '/Users')).status).toBe(200)
  })

  test('is one of at most ten of a firm, even if twenty are created concurrently', async () => {
    const { admin } = await aFirm()
    const make = () => admin.call(scimRoutes.makeToken, { body: { name: 'Okta' } })
    const made = await Promise.all(Array.from({ length: 20 }, make))
    expect(made.filter(({ status }) => status === 200)).toHaveLength(9)
    expect((await admin.call<ProvisioningState>(scimRoutes.read)).body.tokens).toHaveLength(10)
  })

  test('is rate limited', async () => {
    const mine = await aFirm()
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`insert into rate_limits (scope, subject, window_start, tries) values ('scim', ${mine.key.made.id}, date_trunc('minute', now()), 5000),
        ('scim', ${mine.key.made.id}, date_trunc('minute', now()) + interval '1 minute', 5000)`,
    )
    const beyond = await mine.call('GET', '/Users')
    expect([beyond.status, Number(beyond.headers['retry-after']) > 0]).toEqual([429, true])
  })
})

test("describes the server's capabilities", async () => {
  const { body } = await firm.call('GET', '/ServiceProviderConfig')
  expect(body).toMatchObject({
    patch: { supported: true },
    etag: { supported: true },
    filter: { supported: true, maxResults: 200 },
  })
  expect((await firm.call('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 })
  expect((await firm.call('GET', '/ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users', schema: USER })
  expect((await firm.call('GET', `/Schemas/${GROUP}`)).body).toMatchObject({ id: GROUP, name: 'Group' })
  expect((await firm.call('GET', '/Nothing')).status).toBe(404)
  expect((await firm.call('POST', '/Bulk', {})).status).toBe(404)
})

describe('Entra ID', () => {
  test('checks whether a person exists, creates them, and finds them', async () => {
    const who = `/Users${filter(`userName eq "nia@${firm.domain}"`)}`
    expect((await firm.call('GET', who)).body).toMatchObject({ totalResults: 0, Resources: [] })
    const made = await firm.call('POST', '/Users', entraUser(firm, 'nia'))
    expect(made).toMatchObject({
      status: 201,
      body: {
        schemas: [USER],
        externalId: 'x-nia',
        userName: `nia@${firm.domain}`,
        name: { givenName: 'nia', familyName: 'Newman' },
        emails: [{ value: `nia@${firm.domain}`, type: 'work', primary: true }],
        active: true,
        meta: { resourceType: 'User' },
      },
    })
    expect(made.headers.location).toBe(`http://localhost/scim/v2/Users/${made.body.id}`)
    for (const text of [
      `userName eq "NIA@${firm.domain}"`,
      'externalId eq "x-nia"',
      `emails[type eq "work"].value eq "nia@${firm.domain}"`,
      `userName eq "nobody" or externalId eq "x-nia"`,
      `userName eq "nia@${firm.domain}" and active eq true`,
    ])
      expect([text, (await firm.call('GET', `/Users${filter(text)}`)).body]).toMatchObject([text, { totalResults: 1 }])
    // No email invites them, since they use single sign-on. The audit log records them with the token's name.
    expect(await mailsOf(api, firm.orgId, `nia@${firm.domain}`)).toEqual([])
    expect((await auditLogOf(api, firm.orgId)).at(-1)).toMatchObject({
      action: 'person.provisioned',
      subject: 'nia Newman',
      actor_name: 'Entra ID (SCIM)',
    })
    expect(await firm.call('POST', '/Users', entraUser(firm, 'nia'))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    expect(await personIn(firm, made.body.id)).toMatchObject({ role: 'member', state: 'waiting' })
  })

  test("changes a person with its own paths, ignoring attributes that aren't stored", async () => {
    const { body } = await firm.call('POST', '/Users', entraUser(firm, 'ole'))
    const changed = await firm.call(
      'PATCH',
      `/Users/${body.id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `ole.new@${firm.domain}` },
        { op: 'Add', path: 'name.familyName', value: 'Nordmann' },
        { op: 'Replace', path: 'displayName', value: 'Ole Nordmann' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+4712345678' },
        { op: 'Replace', path: `${ENTERPRISE}:department`, value: 'Law' },
        { op: 'Add', value: { 'name.givenName': 'Ole', title: 'Partner' } },
      ),
    )
    expect(changed).toMatchObject({
      status: 200,
      body: {
        userName: `ole@${firm.domain}`,
        name: { givenName: 'Ole', familyName: 'Nordmann' },
        emails: [{ value: `ole.new@${firm.domain}` }],
      },
    })
    expect(await personIn(firm, body.id)).toMatchObject({ email: `ole.new@${firm.domain}`, last_name: 'Nordmann' })
    const foreign = patch({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'ole@elsewhere.example' })
    expect((await firm.call('PATCH', `/Users/${body.id}`, foreign)).body).toMatchObject({
      status: '400',
      scimType: 'invalidValue',
    })
  })

  test('deactivates a person with the string False, and reactivates them with True', async () => {
    const { body } = await firm.call('POST', '/Users', entraUser(firm, 'uma'))
    const path = `/Users/${body.id}`
    const active = (value: unknown) => firm.call('PATCH', path, patch({ op: 'Replace', path: 'active', value }))
    expect((await active('False')).body).toMatchObject({ active: false })
    expect(await personIn(firm, body.id)).toMatchObject({ state: 'deactivated' })
    expect((await firm.call('GET', path)).body).toMatchObject({ active: false })
    expect((await active('False')).status).toBe(200)
    expect((await active('True')).body).toMatchObject({ active: true })
    expect((await active('perhaps')).body).toMatchObject({ scimType: 'invalidValue' })
    const actions = (await auditLogOf(api, firm.orgId)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['person.deactivated', 'person.reactivated']))
  })

  test('deletes a person, who is deactivated and reused when they return', async () => {
    const { body } = await firm.call('POST', '/Users', entraUser(firm, 'vic'))
    expect((await firm.call('DELETE', `/Users/${body.id}`)).status).toBe(204)
    expect((await firm.call('GET', `/Users/${body.id}`)).status).toBe(404)
    expect((await firm.call('DELETE', `/Users/${body.id}`)).status).toBe(404)
    expect(await personIn(firm, body.id)).toMatchObject({ state: 'deactivated' })
    expect((await firm.call('POST', '/Users', entraUser(firm, 'vic'))).body.id).toBe(body.id)
    expect(await personIn(firm, body.id)).toMatchObject({ is_deactivated: false })
  })

  test('stores a user name that is no email address separately', async () => {
    const said = entraUser(firm, 'xan', { userName: 'HARTWELL\\xan' })
    const { body } = await firm.call('POST', '/Users', said)
    expect(body).toMatchObject({ userName: 'HARTWELL\\xan', emails: [{ value: `xan@${firm.domain}` }] })
    expect((await firm.call('GET', `/Users${filter('userName eq "hartwell\\\\xan"')}`)).body).toMatchObject({
      totalResults: 1,
    })
    const nothing = entraUser(firm, 'yan', { userName: 'yan', emails: undefined })
    expect((await firm.call('POST', '/Users', nothing)).status).toBe(400)
  })
})

describe('Okta', () => {
  test('replaces a whole person, including their email through the user name alone', async () => {
    const said = {
      schemas: [USER],
      userName: `pat@${firm.domain}`,
      name: { givenName: 'Pat', familyName: 'Green' },
      emails: [{ primary: true, value: `pat@${firm.domain}`, type: 'work' }],
      displayName: 'Pat Green',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const { body } = await firm.call('POST', '/Users', said)
    const put = await firm.call('PUT', `/Users/${body.id}`, {
      ...said,
      id: body.id,
      name: { givenName: 'Patricia', familyName: 'Green' },
    })
    expect(put).toMatchObject({ status: 200, body: { name: { givenName: 'Patricia' } } })
    const off = await firm.call('PATCH', `/Users/${body.id}`, patch({ op: 'replace', value: { active: false } }))
    expect(off.body).toMatchObject({ active: false })
    expect(
      (await firm.call('PUT', `/Users/${body.id}`, { ...said, emails: undefined, userName: `p.green@${firm.domain}` }))
        .body,
    ).toMatchObject({
      active: true,
      emails: [{ value: `p.green@${firm.domain}` }],
    })
    const renamed = patch({ op: 'replace', path: 'userName', value: `patty@${firm.domain}` })
    expect((await firm.call('PATCH', `/Users/${body.id}`, renamed)).body).toMatchObject({
      userName: `patty@${firm.domain}`,
      emails: [{ value: `patty@${firm.domain}` }],
    })
    // A password from the directory is ignored.
    expect((await personIn(firm, body.id)) as object).toMatchObject({ can_sign_in: false })
  })

  test('pushes a group and its members', async () => {
    const mine = await aFirm()
    const ids: string[] = []
    for (const name of ['ann', 'ben', 'cat'])
      ids.push((await mine.call('POST', '/Users', entraUser(mine, name))).body.id)
    const [ann, ben, cat] = ids as [string, string, string]
    const made = await mine.call('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Test SCIMv2',
      members: [{ value: ann, display: 'ann' }],
    })
    expect(made).toMatchObject({ status: 201, body: { displayName: 'Test SCIMv2', members: [{ value: ann }] } })
    const path = `/Groups/${made.body.id}`
    const members = async () => {
      const all = (await mine.call('GET', path)).body.members as unknown as { value: string }[]
      return all.map(({ value }) => value).sort()
    }
    const change = async (...operations: object[]) => (await mine.call('PATCH', path, patch(...operations))).status
    expect(await change({ op: 'add', path: 'members', value: [{ value: ben }, { value: cat }] })).toBe(204)
    expect(await members()).toEqual([ann, ben, cat].sort())
    expect(await change({ op: 'remove', path: `members[value eq "${ben}"]` })).toBe(204)
    expect(await members()).toEqual([ann, cat].sort())
    // Entra ID removes members by a list.
    expect(await change({ op: 'Remove', path: 'members', value: [{ value: cat }] })).toBe(204)
    expect(await members()).toEqual([ann])
    expect(await change({ op: 'replace', path: 'members', value: [{ value: ben }] })).toBe(204)
    expect(await members()).toEqual([ben])
    expect(await change({ op: 'replace', value: { id: made.body.id, displayName: 'Renamed' } })).toBe(204)
    expect(
      (await mine.call('GET', `/Groups${filter('displayName eq "renamed"')}&excludedAttributes=members`)).body,
    ).toMatchObject({
      totalResults: 1,
      Resources: [{ displayName: 'Renamed' }],
    })
    expect((await mine.call('GET', `${path}?excludedAttributes=members`)).body).not.toHaveProperty('members')
    expect(
      (
        await mine.call('PUT', path, {
          schemas: [GROUP],
          displayName: 'Renamed',
          members: [{ value: ann }, { value: cat }],
        })
      ).status,
    ).toBe(200)
    expect(await members()).toEqual([ann, cat].sort())
    expect((await mine.call('GET', `/Users/${ann}`)).body.groups).toMatchObject([{ display: 'Renamed' }])
    const stranger = patch({ op: 'add', path: 'members', value: [{ value: randomUUID() }] })
    expect((await mine.call('PATCH', path, stranger)).body).toMatchObject({ scimType: 'invalidValue' })
    expect((await mine.call('POST', '/Groups', { schemas: [GROUP], displayName: 'renamed' })).body).toMatchObject({
      scimType: 'uniqueness',
    })
    expect((await mine.call('DELETE', path)).status).toBe(204)
    expect((await mine.call('GET', path)).status).toBe(404)
    expect((await mine.call('POST', '/Groups', { schemas: [GROUP], displayName: 'Renamed' })).body).toMatchObject({
      id: made.body.id,
      members: [],
    })
  })
})

describe('a person who leaves', () => {
  const owned = async (to: Firm, id: string) => (await personIn(to, id)).targets
  async function withTarget(to: Firm, email: string): Promise<Client> {
    const person = await api.aPerson(to.orgId, { email })
    const made = await person.call(targets.create, { body: aTarget() })
    if (made.status !== 200) throw new Error(made.text)
    return person
  }
  const letGo = (to: Firm, id: string) =>
    to.call('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))

  test('leaves the targets to their manager, else to the heir, else for an admin to hand over', async () => {
    const mine = await aFirm()
    const [boss, heir] = [await api.aPerson(mine.orgId), await api.aPerson(mine.orgId)]
    const one = await withTarget(mine, `one@${mine.domain}`)
    const { body: group } = await mine.admin.call<{ id: string }>(people.createGroup, { body: { name: 'Tax' } })
    const params = { id: group.id }
    await mine.admin.call(people.placeMembers, { params, body: { add: [one.actor.id] } })
    await mine.admin.call(people.placeManagers, { params, body: { add: [boss.actor.id] } })
    expect((await letGo(mine, one.actor.id)).status).toBe(200)
    expect([await owned(mine, one.actor.id), await owned(mine, boss.actor.id)]).toEqual([{}, { active: 1 }])
    // The person is signed out right away.
    expect((await one.call(people.people)).status).toBe(401)

    const two = await withTarget(mine, `two@${mine.domain}`)
    await letGo(mine, two.actor.id)
    expect(await owned(mine, two.actor.id)).toEqual({ active: 1 })

    await mine.admin.call(scimRoutes.changeLeaving, { body: { leaves_to: 'heir', heir_id: heir.actor.id } })
    const three = await withTarget(mine, `three@${mine.domain}`)
    await mine.admin.call(people.placeMembers, { params, body: { add: [three.actor.id] } })
    await letGo(mine, three.actor.id)
    expect(await owned(mine, heir.actor.id)).toEqual({ active: 1 })
  })

  test("can't be the last firm admin", async () => {
    const mine = await aFirm()
    const refused = await letGo(mine, mine.admin.actor.id)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { detail: 'This is the last firm admin. Make someone else a firm admin first.' },
    ])
  })
})

describe('the protocol', () => {
  test('counts pages from one and returns the total', async () => {
    const mine = await aFirm()
    for (const name of ['a', 'b', 'c']) await mine.call('POST', '/Users', entraUser(mine, name))
    const page = async (query: string) =>
      (await mine.call('GET', `/Users?${query}`)).body as unknown as {
        totalResults: number
        startIndex: number
        itemsPerPage: number
        Resources: { id: string }[]
      }
    const all = await page('')
    expect([all.totalResults, all.startIndex, all.itemsPerPage]).toEqual([4, 1, 4])
    const second = await page('startIndex=3&count=2')
    expect(second.Resources.map(({ id }) => id)).toEqual(all.Resources.slice(2).map(({ id }) => id))
    expect(await page('count=0')).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] })
    expect(await page('startIndex=-5&count=-1')).toMatchObject({ startIndex: 1, itemsPerPage: 0 })
    expect((await mine.call('GET', '/Users?startIndex=x')).status).toBe(400)
  })

  test("versions resources: unchanged ones aren't sent and stale ones aren't changed", async () => {
    const { body, headers } = await firm.call('POST', '/Users', entraUser(firm, 'eta'))
    const path = `/Users/${body.id}`
    const etag = String(headers.etag)
    expect(etag).toMatch(/^W\/"/)
    expect((await firm.call('GET', path, undefined, { 'if-none-match': etag })).status).toBe(304)
    const rename = patch({ op: 'replace', path: 'name.givenName', value: 'Etta' })
    const changed = await firm.call('PATCH', path, rename, { 'if-match': etag })
    expect([changed.status, changed.headers.etag === etag]).toEqual([200, false])
    expect((await firm.call('PATCH', path, rename, { 'if-match': etag })).status).toBe(412)
  })

  test('includes or excludes attributes on request', async () => {
    const { body } = await firm.call('POST', '/Users', entraUser(firm, 'att'))
    expect(Object.keys((await firm.call('GET', `/Users/${body.id}?attributes=userName`)).body).sort()).toEqual([
      'id',
      'meta',
      'schemas',
      'userName',
    ])
    expect((await firm.call('GET', `/Users/${body.id}?excludedAttributes=emails,name`)).body).not.toHaveProperty(
      'emails',
    )
  })

  test("returns errors in SCIM's format", async () => {
    const wrong: [string, string, object | undefined, number, string | undefined][] = [
      ['GET', `/Users${filter('userName co "x"')}`, undefined, 400, 'invalidFilter'],
      ['GET', `/Users${filter('password eq "x"')}`, undefined, 400, 'invalidFilter'],
      ['GET', `/Users${filter('userName eq')}`, undefined, 400, 'invalidFilter'],
      ['GET', `/Users${filter('(('.repeat(400))}`, undefined, 400, 'invalidFilter'],
      ['GET', '/Users/nobody', undefined, 404, undefined],
      ['GET', `/Users/${randomUUID()}`, undefined, 404, undefined],
      ['POST', '/Users', {}, 400, 'invalidValue'],
      ['POST', '/Users', [], 400, 'invalidSyntax'],
      ['POST', '/Users', entraUser(firm, 'z', { active: 'perhaps' }), 400, 'invalidValue'],
      ['POST', '/Users', entraUser(firm, 'z', { name: { givenName: 5 } }), 400, 'invalidValue'],
      ['POST', '/Groups', { displayName: '' }, 400, 'invalidValue'],
      ['DELETE', '/Users', undefined, 405, undefined],
    ]
    for (const [method, path, body, status, scimType] of wrong) {
      const answer = await firm.call(method, path, body)
      expect([method, path, answer.status, answer.body.scimType]).toEqual([method, path, status, scimType])
      expect(answer.body.status).toBe(String(status))
      expect(answer.headers['content-type']).toContain('application/scim+json')
    }
    const { body } = await firm.call('POST', '/Users', entraUser(firm, 'wrong'))
    const patches: [object, number, string][] = [
      [{}, 400, 'invalidSyntax'],
      [patch({ op: 'move', path: 'userName' }), 400, 'invalidSyntax'],
      [patch({ op: 'remove' }), 400, 'noTarget'],
      [patch({ op: 'replace', path: 'id', value: 'x' }), 400, 'mutability'],
      [patch({ op: 'replace', path: 'userName', value: '' }), 400, 'invalidValue'],
      [patch(...Array.from({ length: 101 }, () => ({ op: 'add', path: 'active', value: true }))), 413, 'tooMany'],
    ]
    for (const [given, status, scimType] of patches) {
      const answer = await firm.call('PATCH', `/Users/${body.id}`, given)
      expect([given, answer.status, answer.body.scimType]).toEqual([given, status, scimType])
    }
    const many = patch({
      op: 'add',
      path: 'members',
      value: Array.from({ length: 1001 }, () => ({ value: randomUUID() })),
    })
    const { body: group } = await firm.call('POST', '/Groups', { displayName: 'Many' })
    expect((await firm.call('PATCH', `/Groups/${group.id}`, many)).status).toBe(413)
    const huge = await firm.call('POST', '/Users', entraUser(firm, 'huge', { nickName: 'x'.repeat(600_000) }))
    expect([huge.status, huge.body.status]).toEqual([413, '413'])
    const broken = await api.http.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${firm.key.token}`, 'content-type': 'application/scim+json' },
      payload: '{"userName":',
    })
    expect(broken.json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
    const form = await api.http.inject({
      method: 'POST',
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${firm.key.token}`, 'content-type': 'text/plain' },
      payload: 'userName=x',
    })
    expect(form.statusCode).toBe(415)
  })
})

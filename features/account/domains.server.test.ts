// Covers domains verified by a real name server on a UDP port, or by an operator.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { txtReader } from '#core/server/dependencies.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { type NameServer, startNameServer } from '#tests/signOn/nameServer.ts'
import { type Domain, type SsoProvider, signOnSetUpRoutes as setUp } from './signOnContract.ts'

let names: NameServer
let api: Api
let admin: Client
beforeAll(async () => {
  names = await startNameServer()
  api = await openApi({ means: { readTxt: txtReader([names.address]) } })
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
})
afterAll(async () => {
  await api.close()
  await names.stop()
})

const aName = () => `${randomUUID().slice(0, 8)}.example`
const add = (by: Client, domain: string) => by.call<Domain>(setUp.addDomain, { body: { domain } })
const check = (by: Client, id: string) => by.call<Domain>(setUp.checkDomain, { params: { id }, body: {} })
const problemOf = async (domain: string) =>
  (await admin.call<{ errors?: unknown }>(setUp.addDomain, { body: { domain } })).body.errors
const domainsOf = async (by: Client) => (await by.call<{ domains: Domain[] }>(setUp.read)).body.domains

test('assigns a domain to the firm once its name servers confirm it', async () => {
  const domain = aName()
  const { body: row } = await add(admin, ` @${domain.toUpperCase()}. `)
  expect(row).toMatchObject({ domain, is_proved: false, how: null, record: { name: `_pursuit.${domain}` } })
  expect(row.record.value).toMatch(/^pursuit-domain=[\w-]{32}$/)

  const early = await check(admin, row.id)
  expect([early.status, early.body]).toMatchObject([409, { code: 'not_proved' }])
  names.texts.set(row.record.name, ['v=spf1 -all', 'pursuit-domain=of-somebody-else'])
  expect((await check(admin, row.id)).status).toBe(409)

  names.texts.set(row.record.name, ['v=spf1 -all', row.record.value])
  const proved = await check(admin, row.id)
  expect([proved.status, proved.body]).toMatchObject([200, { is_proved: true, how: 'dns' }])
  expect(await domainsOf(admin)).toContainEqual(proved.body)
})

test('joins a long record that arrives in several pieces', async () => {
  const { body: row } = await add(admin, aName())
  names.texts.set(row.record.name, ['x'.repeat(600), row.record.value])
  expect((await check(admin, row.id)).body.is_proved).toBe(true)
})

test('assigns a domain to one firm and reveals conflicts only to record holders', async () => {
  const domain = aName()
  const other = await api.aPerson(await api.aFirm(), { role: 'admin' })
  const [mine, theirs] = [(await add(admin, domain)).body, (await add(other, domain)).body]
  names.texts.set(mine.record.name, [mine.record.value, theirs.record.value])
  expect((await check(admin, mine.id)).status).toBe(200)
  const refused = await check(other, theirs.id)
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'taken' }])

  // The second firm can have the domain afterwards.
  expect((await admin.call(setUp.removeDomain, { params: { id: mine.id } })).status).toBe(204)
  expect((await check(other, theirs.id)).body.is_proved).toBe(true)
})

test('rejects public email domains and malformed domains', async () => {
  for (const domain of ['gmail.com', 'GMX.de', '@outlook.com'])
    expect((await add(admin, domain)).body).toMatchObject({
      errors: { domain: 'This is a public email domain. Enter a domain your firm owns.' },
    })
  for (const domain of [
    'example',
    'a b.example',
    'https://firm.example',
    '-a.example',
    `${'x'.repeat(70)}.example`,
    '1.2.3.4',
  ])
    expect([domain, await problemOf(domain)]).toEqual([domain, { domain: 'Enter a domain such as example.com.' }])
  const domain = aName()
  await add(admin, domain)
  expect((await add(admin, domain)).body).toMatchObject({ errors: { domain: 'This domain is already in the list.' } })
})

test('explains unresponsive name servers in a message', async () => {
  const silent = await openApi({
    means: { readTxt: () => Promise.reject(Object.assign(new Error('x'), { code: 'ETIMEOUT' })) },
  })
  const by = await silent.aPerson(await silent.aFirm(), { role: 'admin' })
  const { body } = await add(by, aName())
  expect(await check(by, body.id)).toMatchObject({
    status: 503,
    body: { message: 'This domain’s name servers aren’t responding. Try again later.' },
  })
  await silent.close()
})

test('verifies no domain for an admin who was demoted during the DNS lookup', async () => {
  let demote = async () => {}
  const found: string[] = []
  const slow = await openApi({
    means: {
      readTxt: async () => {
        await demote()
        return found
      },
    },
  })
  const by = await slow.aPerson(await slow.aFirm(), { role: 'admin' })
  const { body } = await add(by, aName())
  found.push(body.record.value)
  demote = () =>
    withoutRls(slow.database, async (tx) => {
      await tx.sql`update users set role = 'member' where id = ${by.actor.id}`
    })
  expect((await check(by, body.id)).status).toBe(403)
  const { rows } = await withoutRls(
    slow.database,
    (tx) => tx.sql`select from domain_directory where domain = ${body.domain}`,
  )
  expect(rows).toEqual([])
  await slow.close()
})

test('treats a missing name server as unresponsive', async () => {
  await expect(txtReader(['127.0.0.1:1'])('firm.example')).rejects.toThrow()
}, 30_000)

test('lets only an operator add a domain without a record', async () => {
  const orgId = await api.aFirm()
  const theirs = await api.aPerson(orgId, { role: 'admin' })
  const operator = await api.aPerson(await api.aFirm(), { role: 'operator' })
  const domain = aName()
  const give = (by: Client, id: string, given = domain) =>
    by.call<Domain>(setUp.proveDomain, { params: { id }, body: { domain: given } })
  expect((await give(theirs, orgId)).status).toBe(403)
  expect((await give(operator, randomUUID())).status).toBe(404)
  expect((await give(operator, orgId)).body).toMatchObject({ domain, is_proved: true, how: 'operator' })
  expect((await give(operator, orgId)).status).toBe(200)
  expect(await domainsOf(theirs)).toMatchObject([{ domain, how: 'operator' }])
  expect((await give(operator, await api.aFirm())).status).toBe(409)
  // The rejected request left nothing behind at that firm.
  const { rows } = await withoutRls(api.database, (tx) => tx.sql`select 1 from firm_domains where domain = ${domain}`)
  expect(rows).toHaveLength(1)
})

test('removes a domain from the providers that used it', async () => {
  const domain = aName()
  const by = await api.aPerson(await api.aFirm({ domains: [domain] }), { role: 'admin' })
  const { body: provider } = await by.call<SsoProvider>(setUp.addProvider, {
    body: { name: 'Main', issuer: 'https://login.firm.example' },
  })
  const { id: _, is_on: __, has_secret: ___, redirect_address: ____, ...kept } = provider
  await by.call(setUp.changeProvider, { params: { id: provider.id }, body: { ...kept, domains: [domain] } })
  const [row] = await domainsOf(by)
  await by.call(setUp.removeDomain, { params: { id: row!.id } })
  const { body } = await by.call<{ providers: SsoProvider[]; domains: Domain[] }>(setUp.read)
  expect([body.providers[0]!.domains, body.domains]).toEqual([[], []])
})

test('records domain changes in the audit log', async () => {
  const by = await api.aPerson(await api.aFirm(), { role: 'admin' })
  const { body: row } = await add(by, aName())
  names.texts.set(row.record.name, [row.record.value])
  await check(by, row.id)
  await by.call(setUp.removeDomain, { params: { id: row.id } })
  const { rows } = await withoutRls(
    api.database,
    (tx) =>
      tx.sql<{ action: string; subject: string; actor_id: string }>`
    select action, subject, actor_id from audit_log where org_id = ${by.orgId} order by id`,
  )
  expect(rows).toEqual(
    ['domain.added', 'domain.proved', 'domain.removed'].map((action) => ({
      action,
      subject: row.domain,
      actor_id: by.actor.id,
    })),
  )
})

// The person's own filing address and sender addresses, and the firm's switch.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { routes as ownRoutes } from '#features/account/ownContract.ts'
import { peopleRoutes } from '#features/admin/people/contract.ts'
import type { Client } from '#tests/api.ts'
import { type Filing, filingLimits, filingRoutes as routes } from './contract.ts'
import { purgeFiling } from './server/retention.ts'
import { senderMessages } from './server/senders.ts'
import { anEmail, type FilingServer, filingOf, openFiling, storedEmails, unfiledOf } from './testing/filingServer.ts'
import { deliver } from './testing/smtpClient.ts'

let server: FilingServer
let firm: string
let dana: Client
let addresses = 0

beforeAll(async () => {
  server = await openFiling()
  server.publishKey('mail.example')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.api.clock.now = null
  firm = await server.api.aFirm()
  dana = await server.api.aPerson(firm)
})

const anAddress = () => `dana${++addresses}@mail.example`
const send = (to: string, from: string, more: { id?: string } = {}) =>
  deliver(server.port, { from, to }, anEmail({ from, ...more }))

/** The last code that was emailed to the address. */
async function codeTo(address: string): Promise<string> {
  const { rows } = await server.api.database.pool.query<{ content: { letter: { subject: string } } }>(
    `select content from outgoing where recipient = $1 order by queued_at desc limit 1`,
    [address],
  )
  return /^\d{6}/.exec(rows[0]?.content.letter.subject ?? '')?.[0] ?? ''
}

async function add(address: string, who = dana): Promise<string> {
  const { status, body } = await who.call<Filing>(routes.addSender, { body: { address } })
  expect(status).toBe(200)
  return body.senders.find((one) => one.address === address)!.id
}
const confirm = (id: string, code: string, who = dana) =>
  who.call<Filing & { errors?: Record<string, string> }>(routes.confirmSender, { params: { id }, body: { code } })

async function addVerified(address: string, who = dana): Promise<string> {
  const id = await add(address, who)
  expect((await confirm(id, await codeTo(address), who)).status).toBe(200)
  return id
}

test('gives each person one address that no one can guess', async () => {
  const { address, is_on, is_firm_on, email } = await filingOf(dana)
  expect(address).toMatch(/^file\+[a-z2-9]{22}@file\.pursuit\.example$/)
  expect({ is_on, is_firm_on, email }).toEqual({ is_on: true, is_firm_on: true, email: dana.email })
  expect((await filingOf(dana)).address).toBe(address)
  expect((await filingOf(await server.api.aPerson(firm))).address).not.toBe(address)
})

test('stops the old address as soon as it is changed', async () => {
  const { address } = await filingOf(dana)
  const { body } = await dana.call<Filing>(routes.change)
  expect(body.address).not.toBe(address)
  expect(await send(address, dana.email)).toMatch(/^550 /)
  expect(await send(body.address, dana.email)).toMatch(/^250 /)
  const { rows } = await server.api.database.pool.query('select entry from filing_directory where user_id = $1', [
    dana.actor.id,
  ])
  expect(rows).toEqual([{ entry: /\+(.*)@/.exec(body.address)![1] }])
})

test('keeps the address while it is off', async () => {
  const { address } = await filingOf(dana)
  expect((await dana.call<Filing>(routes.turnOff)).body).toMatchObject({ address, is_on: false })
  expect(await send(address, dana.email)).toMatch(/^550 /)
  expect((await dana.call<Filing>(routes.turnOn)).body).toMatchObject({ address, is_on: true })
  expect(await send(address, dana.email)).toMatch(/^250 /)
})

test('files from an address only once its code was entered', async () => {
  const { address } = await filingOf(dana)
  const own = anAddress()
  const id = await add(own)
  expect(await send(address, own)).toMatch(/^250 /)
  expect(await unfiledOf(server.api, dana)).toEqual({ sender: 1 })
  const code = await codeTo(own)
  const { body } = await confirm(id, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  expect(body.senders).toMatchObject([{ address: own, state: 'verified' }])
  await deliver(server.port, { from: own, to: address }, await server.sign(anEmail({ from: own }), 'mail.example'))
  expect(await storedEmails(server.api, dana)).toMatchObject([{ state: 'received' }])
  expect((await dana.call<Filing>(routes.removeSender, { params: { id } })).body.senders).toEqual([])
  await send(address, own)
  expect(await unfiledOf(server.api, dana)).toEqual({ sender: 2 })
})

test('rejects wrong codes, the sixth attempt, and codes that are too old', async () => {
  const own = anAddress()
  const id = await add(own)
  const code = await codeTo(own)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let attempt = 0; attempt < filingLimits.codeTries; attempt++)
    expect(await confirm(id, wrong)).toMatchObject({ status: 400, body: { errors: { code: senderMessages.wrong } } })
  expect(await confirm(id, code)).toMatchObject({ status: 400, body: { errors: { code: senderMessages.usedUp } } })
  expect(await dana.call(routes.resendCode, { params: { id } })).toMatchObject({ status: 429 })
  server.api.clock.now = new Date(Date.now() + 60_000)
  expect(await dana.call(routes.resendCode, { params: { id } })).toMatchObject({ status: 200 })
  server.api.clock.now = new Date(Date.now() + 3_600_000)
  expect(await confirm(id, await codeTo(own))).toMatchObject({ body: { errors: { code: senderMessages.old } } })
})

test('limits how many codes a person, and everyone together, can send', async () => {
  const target = anAddress()
  for (let at = 0; at < filingLimits.codesPerHour; at++)
    await dana.call(routes.removeSender, { params: { id: await add(target) } })
  expect(await dana.call(routes.addSender, { body: { address: anAddress() } })).toMatchObject({
    status: 429,
    body: { message: senderMessages.tooMany },
  })
  const other = await server.api.aPerson(firm)
  expect(await other.call(routes.addSender, { body: { address: target } })).toMatchObject({ status: 429 })
})

test('keeps at most five addresses, each once, and none that needs no code', async () => {
  const refused = async (address: string) =>
    (await dana.call<{ errors: Record<string, string> }>(routes.addSender, { body: { address } })).body.errors
  const first = anAddress()
  await add(first)
  expect(await refused(first.toUpperCase())).toEqual({ address: senderMessages.listed })
  expect(await refused(dana.email)).toEqual({ address: senderMessages.own })
  expect(await refused('x@file.pursuit.example')).toEqual({ address: senderMessages.filing })
  expect(await refused('no address')).toEqual({ address: 'Invalid email address' })
  for (let at = 1; at < filingLimits.senders; at++) await add(anAddress())
  expect(await refused(anAddress())).toEqual({ address: senderMessages.full })
})

test('moves an address to the person who verified it last, in any firm', async () => {
  const shared = anAddress()
  await addVerified(shared)
  const other = await server.api.aPerson(await server.api.aFirm())
  await addVerified(shared, other)
  expect((await filingOf(dana)).senders).toMatchObject([{ address: shared, state: 'lost' }])
  expect((await filingOf(other)).senders).toMatchObject([{ address: shared, state: 'verified' }])
  await send((await filingOf(dana)).address, shared)
  expect(await unfiledOf(server.api, dana)).toEqual({ sender: 1 })
  await dana.call(routes.removeSender, { params: { id: (await filingOf(dana)).senders[0]!.id } })
  await send((await filingOf(other)).address, shared)
  expect(await storedEmails(server.api, other)).toHaveLength(1)
})

test('says only to who has the mailbox that someone signs in with an address', async () => {
  const other = await server.api.aPerson(await server.api.aFirm())
  const id = await add(other.email)
  expect(await confirm(id, await codeTo(other.email))).toMatchObject({
    body: { errors: { code: senderMessages.taken } },
  })
})

test('hides other people’s addresses and emails', async () => {
  const own = anAddress()
  const id = await add(own)
  await send((await filingOf(dana)).address, dana.email)
  const [email] = (await filingOf(dana)).waiting
  const other = await server.api.aPerson(firm)
  for (const route of [routes.resendCode, routes.removeSender])
    expect(await other.call(route, { params: { id } })).toMatchObject({ status: 404 })
  expect(await confirm(id, await codeTo(own), other)).toMatchObject({ status: 404 })
  for (const route of [routes.fileWaiting, routes.dropWaiting])
    expect(await other.call(route, { params: { id: email!.id } })).toMatchObject({ status: 404 })
})

test('files or deletes a waiting email when the person says so', async () => {
  const { address } = await filingOf(dana)
  await send(address, dana.email, { id: 'yes@x' })
  await send(address, dana.email, { id: 'no@x' })
  const [no, yes] = (await filingOf(dana)).waiting
  await dana.call(routes.fileWaiting, { params: { id: yes!.id } })
  const { body } = await dana.call<Filing>(routes.dropWaiting, { params: { id: no!.id } })
  expect(body.waiting).toEqual([])
  expect(await storedEmails(server.api, dana)).toMatchObject([{ message_id: 'yes@x', state: 'received' }])
  expect(await dana.call(routes.dropWaiting, { params: { id: yes!.id } })).toMatchObject({ status: 404 })
})

test('stops all addresses of a firm with its switch, which only admins have', async () => {
  const { address } = await filingOf(dana)
  expect(await dana.call(routes.setFirm, { body: { is_on: false } })).toMatchObject({ status: 403 })
  const admin = await server.api.aPerson(firm, { role: 'admin' })
  expect(await admin.call(routes.firm)).toMatchObject({ body: { is_on: true } })
  expect(await admin.call(routes.setFirm, { body: { is_on: false } })).toMatchObject({ body: { is_on: false } })
  expect(await filingOf(dana)).toMatchObject({ is_firm_on: false, is_on: true })
  expect(await send(address, dana.email)).toMatch(/^550 /)
  await admin.call(routes.setFirm, { body: { is_on: true } })
  expect(await send(address, dana.email)).toMatch(/^250 /)
})

test('records changes in the audit log', async () => {
  await filingOf(dana)
  await dana.call(routes.change)
  await dana.call(routes.turnOff)
  const own = anAddress()
  const id = await addVerified(own)
  await dana.call(routes.removeSender, { params: { id } })
  const { rows } = await server.api.database.pool.query<{ action: string }>(
    `select action from audit_log where org_id = $1 and action like 'filing.%' order by at, id`,
    [firm],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'filing.changed',
    'filing.turned_off',
    'filing.sender_verified',
    'filing.sender_removed',
  ])
})

test('deletes everything when the person is erased', async () => {
  const { address } = await filingOf(dana)
  const own = anAddress()
  await addVerified(own)
  await add(anAddress())
  await send(address, dana.email)
  await send(address, 'eve@elsewhere.example')
  const admin = await server.api.aPerson(firm, { role: 'admin' })
  const params = { id: dana.actor.id }
  expect(await admin.call(peopleRoutes.deactivate, { params, body: { hand_over: {} } })).toMatchObject({ status: 200 })
  expect(await send(address, dana.email)).toMatch(/^550 /)
  expect(await admin.call(peopleRoutes.erase, { params })).toMatchObject({ status: 200 })
  for (const table of ['filing_people', 'filing_senders', 'filing_directory', 'filed_messages', 'unfiled_counts']) {
    const { rows } = await server.api.database.pool.query(`select 1 from ${table} where org_id = $1`, [firm])
    expect([table, rows.length]).toEqual([table, 0])
  }
  for (const [table, column] of [
    ['outgoing', 'recipient'],
    ['audit_log', 'details::text'],
  ]) {
    const { rows } = await server.api.database.pool.query(
      `select 1 from ${table} where ${column} like '%' || $1 || '%'`,
      [own],
    )
    expect([table, rows.length]).toEqual([table, 0])
  }
})

test('gives people their own data, without the address', async () => {
  const { address } = await filingOf(dana)
  const own = anAddress()
  await addVerified(own)
  await send(address, dana.email, { id: 'mine@x' })
  const { body } = await dana.call<{ email_filing: object[]; filed_emails: object[] }>(ownRoutes.myData)
  expect(body.email_filing).toMatchObject([{ is_on: true, sender_addresses: [own] }])
  expect(body.filed_emails).toMatchObject([{ state: 'waiting', message: { messageId: 'mine@x' } }])
  expect(JSON.stringify(body)).not.toContain(/\+(.*)@/.exec(address)![1])
})

test('deletes after 30 days what no one confirmed, and the counts', async () => {
  const { address } = await filingOf(dana)
  await send(address, dana.email, { id: 'old@x' })
  await send(address, dana.email, { id: 'filed@x' })
  await send(address, 'eve@elsewhere.example')
  const { pool } = server.api.database
  await pool.query(`update filed_messages set received_at = now() - interval '31 days' where org_id = $1`, [firm])
  await pool.query(`update filed_messages set state = 'received' where org_id = $1 and message_id = 'filed@x'`, [firm])
  await pool.query(`update unfiled_counts set day = current_date - 31 where org_id = $1`, [firm])
  await send(address, dana.email, { id: 'new@x' })
  await pool.query('update orgs set suspended_at = now() where id = $1', [firm])
  await purgeFiling.run(server.api.database)
  expect(await storedEmails(server.api, dana)).toHaveLength(3)
  await pool.query('update orgs set suspended_at = null where id = $1', [firm])
  await purgeFiling.run(server.api.database)
  expect((await storedEmails(server.api, dana)).map(({ message_id }) => message_id)).toEqual(['filed@x', 'new@x'])
  expect(await unfiledOf(server.api, dana)).toEqual({})
})

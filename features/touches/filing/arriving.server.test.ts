// Emails that arrive by SMTP: whose they are, whether their sender is verified, and what is stored.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onWoken } from '#core/server/work/work.ts'
import type { Client } from '#tests/api.ts'
import { filingRoutes } from './contract.ts'
import { anEmail, type FilingServer, filingOf, openFiling, storedEmails, unfiledOf } from './testing/filingServer.ts'
import { deliver } from './testing/smtpClient.ts'

let server: FilingServer
let firm: string
let dana: Client
let address: string

beforeAll(async () => {
  server = await openFiling()
  server.publishKey('hartwell.example')
  server.names.texts.set('bounces.hartwell.example', ['v=spf1 ip4:127.0.0.1 -all'])
})
afterAll(() => server.close())
beforeEach(async () => {
  firm = await server.api.aFirm()
  dana = await server.api.aPerson(firm)
  address = (await filingOf(dana)).address
})

const send = (email: string, to: string | readonly string[] = address, from = dana.email) =>
  deliver(server.port, { from, to }, email)
const emailsOf = (person = dana) => storedEmails(server.api, person)

test('stores an email with an aligned DKIM signature before it answers 250, and triggers the task', async () => {
  const woken: string[] = []
  const stop = onWoken((name) => woken.push(name))
  const email = await server.sign(anEmail({ from: `Dana <${dana.email}>`, id: 'one@x' }), 'hartwell.example')
  expect(await send(email)).toMatch(/^250 /)
  expect(await emailsOf()).toMatchObject([{ message_id: 'one@x', state: 'received', message: { subject: 'Proposal' } }])
  expect(woken).toContain('fileMessages')
  stop()
})

test('accepts a sender that an aligned SPF record allows', async () => {
  expect(await send(anEmail({ from: dana.email }), address, 'dana=x@bounces.hartwell.example')).toMatch(/^250 /)
  expect(await emailsOf()).toMatchObject([{ state: 'received' }])
})

test('lets an email wait whose sender isn’t verified', async () => {
  expect(await send(anEmail({ from: dana.email }))).toMatch(/^250 /)
  expect(await emailsOf()).toMatchObject([{ state: 'waiting' }])
  const { waiting } = await filingOf(dana)
  expect(waiting).toMatchObject([{ subject: 'Proposal', to: ['Kim'] }])
})

test('asks in the inbox about an email that waits, until it’s filed or deleted', async () => {
  const inbox = async () => {
    const { rows } = await server.api.database.pool.query<{ kind: string; text: string; details: string[] }>(
      'select kind, text, details from notifications where user_id = $1 order by created_at, id',
      [dana.actor.id],
    )
    return rows
  }
  await send(anEmail({ from: dana.email }))
  await send(anEmail({ from: dana.email, subject: 'Other' }))
  const question = { kind: 'emails_waiting', text: 'File this? It says it’s from you.' }
  expect(await inbox()).toEqual([
    { ...question, details: ['Proposal'] },
    { ...question, details: ['Other'] },
  ])
  const { waiting } = await filingOf(dana)
  const idOf = (subject: string) => ({ id: waiting.find((one) => one.subject === subject)!.id })
  await dana.call(filingRoutes.fileWaiting, { params: idOf('Proposal') })
  await dana.call(filingRoutes.dropWaiting, { params: idOf('Other') })
  await expect
    .poll(inbox, { timeout: 15_000 })
    .toMatchObject([{ kind: 'emails_unmatched', text: 'No Target matches your email “Proposal”.' }])
})

test.each<[string, (email: string) => Promise<string> | string]>([
  ['of another domain', (email) => server.sign(email, 'elsewhere.example')],
  [
    'that was changed afterwards',
    async (email) => (await server.sign(email, 'hartwell.example')).replace('Hello', 'Pay'),
  ],
  [
    'that covers only a part',
    async (email) => `${await server.sign(email, 'hartwell.example', { maxBodyLength: 4 })}More text`,
  ],
])('doesn’t trust a signature %s', async (_, signed) => {
  server.publishKey('elsewhere.example')
  expect(await send(await signed(anEmail({ from: dana.email, text: 'Hello, this is long enough.' })))).toMatch(/^250 /)
  expect(await emailsOf()).toMatchObject([{ state: 'waiting' }])
})

test('doesn’t believe Authentication-Results of a stranger', async () => {
  const more = ['Authentication-Results: mx.hartwell.example; dmarc=pass header.from=hartwell.example']
  await send(anEmail({ from: dana.email, more }))
  expect(await emailsOf()).toMatchObject([{ state: 'waiting' }])
})

test('keeps nothing of an email from someone else, and counts it', async () => {
  const email = await server.sign(anEmail({ from: 'eve@hartwell.example' }), 'hartwell.example')
  expect(await send(email)).toMatch(/^250 /)
  expect(await emailsOf()).toEqual([])
  expect(await unfiledOf(server.api, dana)).toEqual({ sender: 1 })
  expect((await filingOf(dana)).unfiled).toEqual([{ reason: 'sender', count: 1 }])
})

test('keeps nothing of an email with two authors', async () => {
  const two = anEmail({ from: dana.email, more: ['From: Eve <eve@elsewhere.example>'] })
  await send(await server.sign(two, 'hartwell.example'))
  await send(await server.sign(anEmail({ from: `eve@elsewhere.example, ${dana.email}` }), 'elsewhere.example'))
  expect(await emailsOf()).toEqual([])
  expect(await unfiledOf(server.api, dana)).toEqual({ sender: 2 })
})

test('drops and counts automatic emails, null senders, and our own', async () => {
  await send(anEmail({ from: dana.email, more: ['Auto-Submitted: auto-replied'] }))
  await send(anEmail({ from: dana.email }), address, '')
  await send(anEmail({ from: 'Pursuit <pursuit@hartwell.example>' }))
  expect(await emailsOf()).toEqual([])
  expect(await unfiledOf(server.api, dana)).toEqual({ automatic: 3 })
})

test('counts what can’t be read', async () => {
  expect(await send('\u0000\u0001 no email at all')).toMatch(/^250 /)
  expect(await unfiledOf(server.api, dana)).toEqual({ unreadable: 1 })
})

test('changes nothing when the same email arrives again', async () => {
  const email = anEmail({ from: dana.email, id: 'twice@x' })
  expect(await send(email)).toMatch(/^250 /)
  expect(
    await send(await server.sign(anEmail({ from: dana.email, id: 'twice@x', subject: 'Other' }), 'hartwell.example')),
  ).toMatch(/^250 /)
  expect(await emailsOf()).toMatchObject([{ state: 'waiting', message: { subject: 'Proposal' } }])
})

test('recognizes an email without a Message-ID by its bytes', async () => {
  const email = anEmail({ from: dana.email }).replace(/Message-ID:.*\r\n/, '')
  await send(email)
  await send(email)
  expect(await emailsOf()).toMatchObject([{ message_id: expect.stringMatching(/^sha256:[\da-f]{64}$/) }])
})

test('stores an email for each of several people', async () => {
  const other = await server.api.aPerson(await server.api.aFirm())
  const theirs = (await filingOf(other)).address
  expect(await send(anEmail({ from: dana.email }), [address, theirs, address.toUpperCase()])).toMatch(/^250 /)
  expect(await emailsOf()).toHaveLength(1)
  expect(await emailsOf(other)).toEqual([])
  expect(await unfiledOf(server.api, other)).toEqual({ sender: 1 })
})

test('gives every address that can’t be used the same answer', async () => {
  const code = /\+(.*)@/.exec(address)![1]!
  const answers = new Set<string>()
  const hear = async (to: string) => answers.add((await send(anEmail({ from: dana.email }), to)).replace(to, ''))
  const { database } = server.api
  const run = (text: string) => database.pool.query(text)
  for (const to of [
    'x@file.pursuit.example',
    `file+${'a'.repeat(22)}@file.pursuit.example`,
    `file+${code}@elsewhere.example`,
  ])
    await hear(to)
  await dana.call(filingRoutes.turnOff)
  await hear(address)
  await dana.call(filingRoutes.turnOn)
  for (const [off, on] of [
    ['is_filing_on = false', 'is_filing_on = true'],
    [
      `subscriptions = jsonb_set(subscriptions, '{targets,features,filing,on}', '"no"')`,
      `subscriptions = jsonb_set(subscriptions, '{targets,features,filing,on}', '"yes"')`,
    ],
    ['suspended_at = now()', 'suspended_at = null'],
  ]) {
    await run(`update orgs set ${off} where id = '${firm}'`)
    await hear(address)
    await run(`update orgs set ${on} where id = '${firm}'`)
  }
  await run(`update users set deactivated_at = now() where id = '${dana.actor.id}'`)
  await hear(address)
  expect([...answers]).toEqual(['550 5.1.1 There is no such address here'])
  await run(`update users set deactivated_at = null where id = '${dana.actor.id}'`)
  expect(await send(anEmail({ from: dana.email }))).toMatch(/^250 /)
})

test('answers 451 beyond 60 emails of a person in an hour, and stores none of them', async () => {
  await server.api.database.pool.query(
    `insert into rate_limits (scope, subject, window_start, tries) values ('filing_person', $1, date_bin('1 hour', now(), timestamptz '2020-01-01'), 60)`,
    [dana.actor.id],
  )
  expect(await send(anEmail({ from: dana.email }))).toMatch(/^451 /)
  expect(await emailsOf()).toEqual([])
})

test('answers 451 beyond 600 emails of a firm in an hour', async () => {
  await server.api.database.pool.query(
    `insert into rate_limits (scope, subject, window_start, tries) values ('filing_firm', $1, date_bin('1 hour', now(), timestamptz '2020-01-01'), 600)`,
    [firm],
  )
  expect(await send(anEmail({ from: dana.email }))).toMatch(/^451 /)
  expect(await emailsOf()).toEqual([])
})

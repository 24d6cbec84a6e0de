// Tests what becomes of emails that arrived for filing: the Target, its people, the inbox, and a second arrival.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayIn } from '#core/contract/dates.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { wake } from '#core/server/work/work.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { routes, type Touch } from '#features/touches/contract.ts'
import { filingRoutes } from '#features/touches/filing/contract.ts'
import { filingTask } from '#features/touches/server/contract.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'

const DOMAIN = 'file.pursuit.example'
let api: Api
let dana: Client
let lee: Client
beforeAll(async () => {
  const filing = { domain: DOMAIN, listen: null, tls: null, key: null, gateway: null, nameServers: [], ownSender: null }
  api = await openApi({ means: { filing } })
})
afterAll(() => api.close())
beforeEach(async () => {
  const firm = await api.aFirm()
  dana = await api.aPerson(firm, { first_name: 'Dana', last_name: 'Reyes' })
  lee = await api.aPerson(firm, { first_name: 'Lee', last_name: 'Park' })
})

const SENT = '2026-11-23T18:00:00.000Z'
const jane = { name: 'Jane Doe', address: 'jane@acme.example' }
const anEmail = (given: object = {}) => ({
  messageId: randomUUID(),
  sentAt: SENT,
  from: { name: 'Dana Reyes', address: dana.email },
  sender: null,
  to: [jane],
  cc: [],
  subject: 'Staffing plan',
  text: 'Here it is.',
  isCut: false,
  attachments: [{ name: 'plan.pdf', size: 12_000 }],
  forwarded: null,
  automatic: null,
  problems: [],
  ...given,
})
type Email = ReturnType<typeof anEmail>

/** As the listener stores it. */
async function arrive(email: Email, person = dana) {
  await withoutRls(
    api.database,
    (tx) => tx.sql`
      insert into filed_messages (org_id, id, user_id, received_at, message_id, state, message)
      values (${person.orgId}, ${randomUUID()}, ${person.actor.id}, now(), ${email.messageId}, 'received', ${JSON.stringify(email)}::jsonb) on conflict do nothing`,
  )
  wake(filingTask)
  await isSettled(email)
}
const isSettled = (email: Email) =>
  expect.poll(async () => (await stateOf(email))?.state, { timeout: 15_000 }).not.toBe('received')
const create = async (given: object = {}, person = dana) =>
  (
    await person.call<TargetTile>(targets.create, {
      body: aTarget({ company: 'Acme', contact: 'Jane Doe', contact_email: jane.address, ...given }),
    })
  ).body
const touchesOf = async (person = dana) => (await person.call<{ touches: Touch[] }>(routes.list)).body.touches
const inboxOf = async (person = dana) =>
  (
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql<{ kind: string; text: string; path: string }>`
          select kind, text, path from notifications where user_id = ${person.actor.id} order by created_at, id`,
    )
  ).rows
const stateOf = async (email: Email) =>
  (
    await withoutRls(
      api.database,
      (tx) => tx.sql<{ id: string; state: string; message: unknown }>`
        select id, state, message from filed_messages where message_id = ${email.messageId}`,
    )
  ).rows[0]

test('files an email on the Target of its recipient, with the day, the text, and the names of the files', async () => {
  const target = await create()
  const email = anEmail({ cc: [{ name: 'Lee', address: lee.email }] })
  await arrive(email)
  expect(await touchesOf()).toEqual([
    {
      id: expect.any(String),
      user_id: dana.actor.id,
      kind: 'email',
      at: SENT,
      day: dayIn('America/Los_Angeles', SENT),
      direction: 'out',
      contacts: [{ id: target.contacts![0]!.id, name: 'Jane Doe' }],
      people: [
        { id: dana.actor.id, name: 'Dana Reyes' },
        { id: lee.actor.id, name: 'Lee Park' },
      ],
      subject: 'Staffing plan',
      text: 'Here it is.',
      minutes: null,
      attachments: [{ name: 'plan.pdf', size: 12_000 }],
      others: [],
      source: 'filed',
      target_id: target.id,
      shown: false,
      answered: false,
    },
  ])
  expect(await inboxOf()).toEqual([{ kind: 'emails_filed', text: 'Filed on Acme', path: `/target/${target.id}` }])
  // Nothing of it is kept but its ID.
  expect(await stateOf(email)).toEqual({ id: expect.any(String), state: 'filed', message: null })
})

test('offers the other people in it to its owner, and creates no contact', async () => {
  const target = await create()
  const others = [{ name: 'Mira Lund', address: 'mira@acme.example' }]
  await arrive(anEmail({ cc: others }))
  expect((await touchesOf())[0]!.others).toEqual(others)
  const { body } = await dana.call<TargetTile>(targets.read, { params: { id: target.id } })
  expect(body.contacts!.map(({ name }) => name)).toEqual(['Jane Doe'])
})

test('files it once, however often it arrives', async () => {
  await create()
  const email = anEmail()
  await arrive(email)
  await arrive(email)
  await withoutRls(api.database, (tx) => tx.sql`delete from filed_messages where message_id = ${email.messageId}`)
  await arrive(email)
  expect(await touchesOf()).toHaveLength(1)
  expect(await inboxOf()).toHaveLength(1)
})

test('files a forwarded email by the people in it, with the note above it', async () => {
  const target = await create()
  const to = [{ name: '', address: `file+abc@${DOMAIN}` }]
  const forwarded = {
    from: jane,
    to: [],
    cc: [],
    names: [],
    sentAt: null,
    subject: 'Fees',
    text: 'What would it cost?',
  }
  await arrive(anEmail({ to, text: 'For the file.', subject: 'Fwd: Fees', forwarded }))
  expect(await touchesOf()).toMatchObject([
    { target_id: target.id, direction: 'in', subject: 'Fees', text: 'For the file.\n\nWhat would it cost?' },
  ])
})

test('takes the Target that was touched last, and my own before a shared one', async () => {
  const [first, second] = [await create(), await create()]
  await dana.call(routes.create, { body: { kind: 'call', at: SENT, target_id: first.id } })
  await arrive(anEmail())
  expect((await touchesOf()).filter(({ source }) => source === 'filed')).toMatchObject([{ target_id: first.id }])
  await dana.call(routes.create, { body: { kind: 'call', at: new Date().toISOString(), target_id: second.id } })
  await arrive(anEmail())
  expect((await touchesOf()).filter(({ source }) => source === 'filed').map(({ target_id }) => target_id)).toContain(
    second.id,
  )
})

test('creates nothing for an unknown person, offers a new Target, and files the email once there is one', async () => {
  const email = anEmail()
  await arrive(email)
  expect(await touchesOf()).toEqual([])
  const path = '/targets/active#new?company=Acme&contact=Jane+Doe&contact_email=jane%40acme.example'
  expect(await inboxOf()).toEqual([
    { kind: 'emails_unmatched', text: 'No Target matches your email “Staffing plan”.', path },
  ])
  expect((await stateOf(email))!.state).toBe('unmatched')
  const target = await create()
  await expect.poll(async () => (await stateOf(email))?.state, { timeout: 15_000 }).toBe('filed')
  expect(await touchesOf()).toMatchObject([{ target_id: target.id, subject: 'Staffing plan' }])
  expect((await inboxOf()).map(({ kind }) => kind)).toEqual(['emails_unmatched', 'emails_filed'])
})

test('files an unmatched email on the Target that the person chose, once', async () => {
  const email = anEmail()
  await arrive(email)
  const { id } = (await stateOf(email))!
  const chosen = await create({ company: 'Elm Bank', contact: 'Ruth Weiss', contact_email: 'ruth@elm.example' })
  const foreign = await create({ company: 'Elm Bank' }, lee)
  const file = (targetId: string, person = dana) =>
    person.call<{ message: string }>(filingRoutes.fileUnmatched, { params: { id }, body: { target_id: targetId } })
  expect([(await file(foreign.id)).status, (await file(foreign.id, lee)).status]).toEqual([404, 404])
  const answers = await Promise.all([file(chosen.id), file(chosen.id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
  expect(answers.find(({ status }) => status === 404)!.body.message).toBe(
    'This email was already filed, or deleted after 30 days.',
  )
  // Jane isn't a contact there, so she is offered as one.
  expect(await touchesOf()).toMatchObject([
    { target_id: chosen.id, subject: 'Staffing plan', direction: 'out', contacts: [], others: [jane] },
  ])
  expect((await inboxOf()).map(({ kind }) => kind)).toEqual(['emails_filed'])
  expect(await touchesOf(lee)).toEqual([])
})

test('finds no Target of a colleague or of another firm', async () => {
  await create({}, lee)
  const stranger = await api.aPerson(await api.aFirm())
  await create({}, stranger)
  await arrive(anEmail())
  expect([await touchesOf(), await touchesOf(lee), await touchesOf(stranger)]).toEqual([[], [], []])
})

test('goes on after an email that can’t be filed', async () => {
  await create()
  await arrive({ ...anEmail(), to: 'broken' } as unknown as Email)
  await arrive(anEmail())
  expect(await touchesOf()).toHaveLength(1)
})

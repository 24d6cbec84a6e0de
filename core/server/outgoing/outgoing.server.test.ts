// Messages are committed with a change, sent once, and hidden from other firms.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { lettersTo, pushesTo, textsTo } from '#tests/outgoing.ts'
import { type FixtureContext, openToyHouse } from '../testing/fixtureContext.ts'
import { type EmailMessage, queueMail, queuePush, queueText } from './outgoing.ts'

let api: FixtureContext
let orgId: string
beforeAll(async () => {
  api = await openToyHouse()
  orgId = await api.aFirm()
})
afterAll(() => api.close())

const letter: EmailMessage = { subject: 'Welcome', heading: 'Welcome', lines: ['Nice to have you here.'] }
const to = (email: string) => ({ email, name: 'Dana Reyes' })

test('queues messages with the commit of a change and none if the change fails', async () => {
  await withOrg(api.database, orgId, (tx) => queueMail(tx, orgId, to('kept@hartwell.example'), letter))
  await expect(
    withOrg(api.database, orgId, async (tx) => {
      await queueMail(tx, orgId, to('undone@hartwell.example'), letter)
      throw new Error('The change failed.')
    }),
  ).rejects.toThrow('The change failed.')
  expect(await lettersTo(api.database, 'kept@hartwell.example')).toEqual([letter])
  expect(await lettersTo(api.database, 'undone@hartwell.example')).toEqual([])
})

test('sends an occasion once per firm and channel', async () => {
  const other = await api.aFirm('Brook & Vale')
  const occasion = { key: 'weekly:2026-11-23' }
  for (const firm of [orgId, orgId, other])
    await withOrg(api.database, firm, async (tx) => {
      await queueMail(tx, firm, to(`${firm}@hartwell.example`), letter, occasion)
      await queueText(tx, firm, `+1 555 ${firm}`, 'Your week', occasion)
    })
  for (const firm of [orgId, other]) {
    expect(await lettersTo(api.database, `${firm}@hartwell.example`)).toHaveLength(1)
    expect(await textsTo(api.database, `+1 555 ${firm}`)).toEqual(['Your week'])
  }
})

test("sends a push once per occasion to each of the person's reachable devices", async () => {
  const person = await api.aPerson(orgId)
  const colleague = await api.aPerson(orgId)
  for (const [owner, device, platform = 'web'] of [
    [person, '00000000-0000-4000-8000-000000000001'],
    [person, '00000000-0000-4000-8000-000000000002'],
    [colleague, '00000000-0000-4000-8000-000000000003'],
    [person, '00000000-0000-4000-8000-000000000004', 'fcm'],
  ] as const)
    await withoutRls(
      api.database,
      (tx) =>
        tx.sql`insert into push_registrations (org_id, user_id, device, platform, endpoint)
        values (${orgId}, ${owner.id}, ${device}, ${platform}, ${device})`,
    )
  const push = { title: 'Acme', body: 'Lee shared a Target with you.', path: '/tracker' }
  for (let i = 0; i < 2; i++)
    await withOrg(api.database, orgId, (tx) => queuePush(tx, orgId, person.id, push, { key: 'share:1' }))
  const queued = await pushesTo(api.database, person.id)
  expect(queued.map(({ device }) => device).sort()).toEqual([
    '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002',
    null,
  ])
  expect(queued[0]).toMatchObject(push)
})

test("lets requests queue messages but not read or change them or see another firm's", async () => {
  const other = await api.aFirm('Brook & Vale')
  await withOrg(api.database, other, (tx) => queueMail(tx, other, to('robin@brookvale.example'), letter))
  const inOther = <T>(text: string) => withOrg(api.database, other, (tx) => tx.run(sql.raw<T>(text)))
  const counted = await inOther<{ n: number }>('select count(*)::int as n from outgoing')
  expect(counted.rows).toEqual([{ n: 1 }])
  for (const forbidden of [
    'select content from outgoing',
    "update outgoing set state = 'sent'",
    'delete from outgoing',
    'select private_key from push_keys',
    `select enqueue_outgoing(gen_random_uuid(), '${other}', 'mail')`,
  ])
    await expect(inOther(forbidden), forbidden).rejects.toThrow(/permission denied/)
})

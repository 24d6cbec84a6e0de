// The mail of a digest as it arrives: whom a reply reaches, which list it belongs to, where its items lead, and a test that ends nothing.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/firm.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { type Digest, routes } from './contract.ts'
import { mailRoutes } from './mailContract.ts'
import { digestMails } from './server/mail/sending.ts'
import { type DigestHouse, ORIGIN, openDigestHouse } from './testing/digestHouse.ts'

let server: MailServer
let house: DigestHouse
let guide: string
beforeAll(async () => {
  server = await startMailServer()
  house = await openDigestHouse({ smtpUrl: server.url })
  guide = await house.aContent('Notes on nexus')
})
afterAll(async () => {
  await house.close()
  await server.close()
})

/** Sends one to a new reader, and answers the mail as it came. */
async function sent(more: object = {}) {
  const reader = await house.api.aPerson(house.orgId, { first_name: 'Rae' })
  const digest = await house.schedule({ videoinsight_ids: [guide], user_ids: [reader.actor.id], ...more })
  await house.admin.call(routes.sendNow, { params: { id: digest.id } })
  await house.until(digest.id, ({ status }) => status === 'sent')
  return server.taken.find(({ to }) => to[0] === reader.email)!.mail
}

test('a reply reaches the author, unless the firm has one address for all of them', async () => {
  const mail = await sent()
  expect(mail.headers.get('reply-to')).toMatchObject({ value: [{ name: 'Alex Admin', address: house.admin.email }] })
  expect(mail.text).toContain('Reply to this email and it reaches Alex Admin.')
  const settings = {
    sender_name: '',
    reply_name: 'Insights',
    reply_address: 'news@hartwell.example',
    counts_clicks: false,
  }
  await house.admin.call(mailRoutes.changeSettings, { body: settings })
  expect((await sent()).headers.get('reply-to')).toMatchObject({
    value: [{ name: 'Insights', address: 'news@hartwell.example' }],
  })
  await house.admin.call(mailRoutes.changeSettings, { body: { ...settings, reply_name: '', reply_address: '' } })
})

test('it belongs to a list of the firm, and no program has written it', async () => {
  const mail = await sent()
  expect(mail.headers.get('list')).toMatchObject({ id: { id: `digests.${house.orgId}.hartwell.example` } })
  expect(mail.headers.has('auto-submitted')).toBe(false)
  expect(mail.headers.get('list')).toMatchObject({ unsubscribe: { url: expect.stringContaining('http') } })
})

test('the firm’s postal address is at its foot, after the name of the firm', async () => {
  const settings = { sender_name: '', reply_name: '', reply_address: '', counts_clicks: false }
  await house.admin.call(mailRoutes.changeSettings, { body: { ...settings, place: '220 Harbor Street, Portland' } })
  const mail = await sent()
  for (const part of [mail.html, mail.text]) expect(part).toMatch(/\w, 220 Harbor Street, Portland/)
  await house.admin.call(mailRoutes.changeSettings, { body: settings })
  expect((await sent()).text).not.toContain('Harbor')
})

test('its reader is greeted by first name where the digest says so, and in no other', async () => {
  const mail = await sent({ greets: true })
  expect(mail.text).toContain('Hello Rae,')
  expect(mail.html).toContain('Hello Rae,')
  expect((await sent()).text).not.toContain('Hello')
})

test('each item says where it leads', async () => {
  const mail = await sent({
    external_content: [
      { url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa', title: 'A talk' },
      { url: 'https://www.irs.gov/pub/rates', title: 'The rates' },
    ],
  })
  expect(mail.text).toContain('Read on blog.example: https://')
  expect(mail.text).toContain('Video, YouTube\nA talk\nWatch on YouTube: https://www.youtube.com/')
  expect(mail.text).toContain('Read on irs.gov: https://www.irs.gov/pub/rates')
})

test('its subject and the text beside it can be its own, and are the title and the description otherwise', async () => {
  const own = await sent({ subject: 'Two dates before January', preheader: 'Read this on the way.' })
  expect(own.subject).toBe('Two dates before January')
  expect(own.html).toMatch(/display:none[^>]*>\s*Read this on the way\./)
  expect(own.html).toContain('Before the year ends')
  const plain = await sent()
  expect(plain.subject).toBe('Before the year ends')
  expect(plain.html).toMatch(/display:none[^>]*>\s*Four things worth ten minutes\./)
  const { body: copy } = await house.admin.call<Digest>(routes.duplicate, {
    params: {
      id: (await house.schedule({ videoinsight_ids: [guide], user_ids: [house.admin.actor.id], subject: 'Own' })).id,
    },
  })
  expect([copy.subject, copy.preheader]).toEqual(['Own', ''])
})

test('a test says so in its subject alone, and its links unsubscribe from nothing', async () => {
  const digest = await house.schedule({ videoinsight_ids: [guide], user_ids: [house.admin.actor.id], title: 'Trying' })
  await house.admin.call(routes.test, { params: { id: digest.id } })
  let about: unknown
  await house.system(async (tx) => {
    const { rows } = await sql<{ about: unknown }>`
      select content -> 'made' -> 'about' as about from outgoing where org_id = ${house.orgId} and recipient = ${house.admin.email}`.execute(
      tx,
    )
    expect(rows).toHaveLength(1)
    about = rows[0]!.about
  })
  const asked = { orgId: house.orgId, recipient: house.admin.email, origin: ORIGIN, about }
  const mail = (await withOrg(house.api.database, house.orgId, (tx) => digestMails.make(tx, asked)))!
  expect(mail.subject).toBe('Test: Trying')
  expect(mail.html).not.toContain('Test:')
  expect(mail.unsubscribePath).toBeUndefined()
  expect(mail.text).toMatch(/Unsubscribe: \S+\/account\/notifications\s/)
})

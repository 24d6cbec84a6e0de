// The digest email as it arrives: reply address, list headers, links, and a test email that can't unsubscribe.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withOrg } from '#core/server/database/tx.ts'
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

/** Sends a digest to a new reader and returns the raw email. */
async function sent(more: object = {}) {
  const reader = await house.api.aPerson(house.orgId, { first_name: 'Rae' })
  const digest = await house.schedule({ videoinsight_ids: [guide], user_ids: [reader.actor.id], ...more })
  await house.admin.call(routes.sendNow, { params: { id: digest.id } })
  await house.until(digest.id, ({ status }) => status === 'sent')
  return server.taken.find(({ to }) => to[0] === reader.email)!.mail
}

test('sends replies to the author unless the firm has a reply address', async () => {
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

test("carries the list headers of the firm and isn't marked as auto-submitted", async () => {
  const mail = await sent()
  expect(mail.headers.get('list')).toMatchObject({ id: { id: `digests.${house.orgId}.hartwell.example` } })
  expect(mail.headers.has('auto-submitted')).toBe(false)
  expect(mail.headers.get('list')).toMatchObject({ unsubscribe: { url: expect.stringContaining('http') } })
})

test("shows the firm's postal address at the foot, after the firm's name", async () => {
  const settings = { sender_name: '', reply_name: '', reply_address: '', counts_clicks: false }
  await house.admin.call(mailRoutes.changeSettings, { body: { ...settings, place: '220 Harbor Street, Portland' } })
  const mail = await sent()
  for (const part of [mail.html, mail.text]) expect(part).toMatch(/\w, 220 Harbor Street, Portland/)
  await house.admin.call(mailRoutes.changeSettings, { body: settings })
  expect((await sent()).text).not.toContain('Harbor')
})

test('greets the reader by first name only if the digest says so', async () => {
  const mail = await sent({ greets: true })
  expect(mail.text).toContain('Hello Rae,')
  expect(mail.html).toContain('Hello Rae,')
  expect((await sent()).text).not.toContain('Hello')
})

test('shows the destination of each item', async () => {
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

test('uses its own subject and preview text, or else the title and the description', async () => {
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

test('marks a test only in the subject, with links that unsubscribe from nothing', async () => {
  const digest = await house.schedule({ videoinsight_ids: [guide], user_ids: [house.admin.actor.id], title: 'Trying' })
  await house.admin.call(routes.test, { params: { id: digest.id } })
  let about: unknown
  await house.system(async (tx) => {
    const { rows } = await tx.sql<{ about: unknown }>`
      select content -> 'made' -> 'about' as about from outgoing where org_id = ${house.orgId} and recipient = ${house.admin.email}`
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

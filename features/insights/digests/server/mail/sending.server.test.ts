// Emails of a run, sent to a real mail server and read by an independent parser.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { makePerson } from '#core/server/testing/fixtureContext.ts'
import { openSending, type Sending } from '#tests/outgoing.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { aDigestMail, anItem } from '../../testing/aDigestMail.ts'
import { digestMails, notMailed, queueDigestMails } from './sending.ts'

let server: MailServer
let sending: Sending
beforeAll(async () => {
  server = await startMailServer()
  sending = await openSending({ smtpUrl: server.url, from: 'Pursuit <pursuit@hartwell.example>', mails: [digestMails] })
})
afterAll(async () => {
  await sending.close()
  await server.close()
})

const WHY = 'You’re getting this because you’re on the list “Tax group.”'
const person = (email: string) => withoutRls(sending.database, (tx) => makePerson(tx, sending.orgId, email))
const queue = (runId: string, people: { userId: string; email: string }[], mail = aDigestMail()) =>
  sending.queue((tx, orgId) =>
    queueDigestMails(tx, { orgId, runId, mail, people: people.map((one) => ({ ...one, name: 'Lee Park', why: WHY })) }),
  )
const takenFor = (email: string) => server.taken.filter(({ to }) => to[0] === email)
const arrived = async (email: string) => {
  await sending.until((rows) => rows.some((row) => row.recipient === email && row.state === 'sent'))
  return takenFor(email)[0]!
}

test('delivers a digest with the firm as sender, the curator as reply address, and one-click unsubscribe', async () => {
  const lee = { userId: await person('lee@hartwell.example'), email: 'lee@hartwell.example' }
  await queue(randomUUID(), [lee])
  const { mail, raw, from } = await arrived(lee.email)
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  expect(from).toBe('pursuit@hartwell.example')
  expect(mail.from.value).toEqual([{ name: 'Hartwell & Stone LLP', address: 'pursuit@hartwell.example' }])
  expect(headers).toMatch(/^Reply-To: Dana Reyes <dana@hartwell\.example>\r?$/m)
  expect(mail.subject).toBe('Before the year ends: 2026')
  expect(headers).toMatch(/^List-Unsubscribe: <https:\/\/pursuit\.hartwell\.example\/api\/unsubscribe\/[\w-]{64}>\r?$/m)
  expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  expect(mail.messageId).toMatch(/^<[\w-]{86}@hartwell\.example>$/)
  for (const words of ['Transfer pricing: what changes in January', 'Year-end planning guide 2026', WHY]) {
    expect(mail.html).toContain(words)
    expect(mail.text).toContain(words)
  }
})

test('delivers an email once with the same Message-ID although it is queued twice, as after a crash', async () => {
  const kim = { userId: await person('kim@hartwell.example'), email: 'kim@hartwell.example' }
  const runId = randomUUID()
  await queue(runId, [kim, kim])
  await arrived(kim.email)
  await queue(runId, [kim], aDigestMail({ title: 'Something else by now' }))
  await queue(randomUUID(), [kim])
  await sending.until(() => takenFor(kim.email).length === 2)
  const [first, second] = takenFor(kim.email) as [(typeof server.taken)[0], (typeof server.taken)[0]]
  expect(first.mail.subject).toBe('Before the year ends: 2026')
  expect(first.mail.messageId).not.toBe(second.mail.messageId)
})

test("keeps line breaks in people's input from starting a header", async () => {
  const max = { userId: await person('max@hartwell.example'), email: 'max@hartwell.example' }
  const trick = 'Deals\r\nBcc: thief@elsewhere.example\r\n\r\n<script>alert(1)</script>'
  const firm = { name: trick, senderName: trick, replyTo: { name: trick, address: 'dana@hartwell.example' } }
  await queue(
    randomUUID(),
    [max],
    aDigestMail({ title: trick, curatedBy: trick, firm, items: [anItem({ title: trick })] }),
  )
  const { mail, raw, to } = await arrived(max.email)
  expect(to).toEqual([max.email])
  expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^bcc:/im)
  expect(mail.html).not.toContain('<script')
})

test('skips people who have unsubscribed, left, or bounced by the time of sending', async () => {
  const [off, left, back] = await Promise.all(['off', 'left', 'back'].map((name) => person(`${name}@hartwell.example`)))
  await withoutRls(sending.database, async (tx) => {
    await tx.sql`update users set settings = settings || '{"ping-digests-email": 0}' where id = ${off}`
    await tx.sql`update users set deactivated_at = now() where id = ${left}`
    await tx.sql`insert into digest_bounces (org_id, address, since, last_at) values (${sending.orgId}, 'back@hartwell.example', now(), now())`
  })
  const all = [off, left, back, sending.userId] as string[]
  const found = await withoutRls(sending.database, async (tx) => {
    await tx.sql`select set_config('app.org_id', ${sending.orgId}, true)`
    return notMailed(tx, all)
  })
  expect(found).toEqual(
    new Map([
      [off, 'unsubscribed'],
      [left, 'gone'],
      [back, 'suppressed'],
    ]),
  )
  const people = ['off', 'left', 'back', 'dana'].map((name, i) => ({
    userId: all[i]!,
    email: `${name}@hartwell.example`,
  }))
  await queue(randomUUID(), people)
  await arrived('dana@hartwell.example')
  await sending.until((rows) => rows.every(({ recipient }) => !/^(off|left|back)@/.test(recipient)))
  expect(server.taken.filter(({ to }) => /^(off|left|back)@/.test(to[0]!))).toEqual([])
})

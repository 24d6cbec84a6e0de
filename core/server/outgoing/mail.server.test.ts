// Uses a real SMTP server and an independent parser.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmailMessage, queueMail } from '#core/server/outgoing/outgoing.ts'
import { openSending, type Sending } from '#tests/outgoing.ts'
import { type MailServer, startMailServer } from '#tests/smtpServer.ts'
import { deliver } from './deliveries.ts'
import { mailSender } from './mail.ts'
import { outgoingCounts, outgoingTroubles, retryOutgoing } from './troubles.ts'

let server: MailServer
let sending: Sending
beforeAll(async () => {
  server = await startMailServer()
  sending = await openSending({ smtpUrl: server.url, from: 'Pursuit <pursuit@hartwell.example>' })
})
afterAll(async () => {
  await sending.close()
  await server.close()
})
beforeEach(() => server.behave(() => 'take'))

const letter: EmailMessage = {
  subject: 'Set a new password',
  heading: 'Set a new password',
  lines: ['You asked for it.', 'It works once.'],
  button: { label: 'Set a new password', path: '/reset?key=secret-key' },
  small: ['If it was not you, leave this mail alone.'],
}
const queue = (email: string, more: Partial<EmailMessage> = {}, key?: string) =>
  sending.queue((tx, orgId) =>
    queueMail(tx, orgId, { email, name: 'Dana Reyes' }, { ...letter, ...more }, key ? { key } : {}),
  )
const takenFor = (email: string) => server.taken.filter(({ to }) => to[0] === email)
const stateOf = (email: string, state: string) =>
  sending.until((rows) => rows.some((row) => row.recipient === email && row.state === state))
const rowOf = async (email: string) => (await sending.rows()).find(({ recipient }) => recipient === email)!

test('delivers HTML and plain text with absolute links and then deletes the content', async () => {
  await queue('dana@hartwell.example')
  await stateOf('dana@hartwell.example', 'sent')
  const [{ mail, from }] = takenFor('dana@hartwell.example') as [(typeof server.taken)[0]]
  expect(from).toBe('pursuit@hartwell.example')
  expect(mail.from.value).toEqual([{ name: 'Pursuit', address: 'pursuit@hartwell.example' }])
  expect(mail.to.value).toEqual([{ name: 'Dana Reyes', address: 'dana@hartwell.example' }])
  expect(mail.subject).toBe('Set a new password')
  for (const text of [mail.html, mail.text]) {
    expect(text).toContain('https://pursuit.hartwell.example/reset?key=secret-key')
    for (const line of [...letter.lines, ...letter.small!]) expect(text).toContain(line)
  }
  expect(mail.html).toMatch(/<meta name="color-scheme" content="light dark" ?\/?>/)
  expect(mail.html).toMatch(/@media \(prefers-color-scheme: dark\)/)
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail.headers.has('list')).toBe(false)
  expect((await rowOf('dana@hartwell.example')).content).toBeNull()
})

test('loads no external resources in an email', async () => {
  await queue('still@hartwell.example')
  await stateOf('still@hartwell.example', 'sent')
  const html = takenFor('still@hartwell.example')[0]!.mail.html
  expect(html).not.toMatch(/<(img|link|script|iframe|object)\b|@import|url\(/i)
})

test('adds unsubscribe headers to kinds of email that support it', async () => {
  await queue('weekly@hartwell.example', { unsubscribePath: '/unsubscribe?token=abc' })
  await stateOf('weekly@hartwell.example', 'sent')
  const { mail, raw } = takenFor('weekly@hartwell.example')[0]!
  expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/pursuit\.hartwell\.example\/unsubscribe\?token=abc>\r$/m)
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  expect(mail.html).toContain('https://pursuit.hartwell.example/unsubscribe?token=abc')
  expect(mail.text).toContain('https://pursuit.hartwell.example/unsubscribe?token=abc')
})

test('escapes stored scripts and prevents line breaks from injecting headers', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  await sending.queue((tx, orgId) =>
    queueMail(
      tx,
      orgId,
      { email: 'script@hartwell.example', name: 'Dana"\r\nBcc: thief@elsewhere.example\r\n' },
      {
        subject: 'Acme\r\nBcc: thief@elsewhere.example\n\n<script>',
        heading: script,
        lines: [script, '%%link%% "quoted" \u0000\ud83d&amp;'],
        button: { label: script, path: '/targets/"><script>alert(2)</script>' },
        small: [script],
        unsubscribePath: '/unsubscribe?x=\r\nBcc: thief@elsewhere.example"><script>',
      },
    ),
  )
  await stateOf('script@hartwell.example', 'sent')
  const { mail, raw, to } = takenFor('script@hartwell.example')[0]!
  expect(to).toEqual(['script@hartwell.example'])
  const headers = raw.slice(0, raw.indexOf('\r\n\r\n'))
  expect(headers).not.toMatch(/^bcc:/im)
  expect(headers).toMatch(/^To: .*Bcc: thief/m)
  expect(mail.headers.has('bcc')).toBe(false)
  expect(mail.html).not.toMatch(/<script|<img/i)
  expect(mail.html.match(/&lt;script&gt;alert\(1\)/g)).toHaveLength(5)
  expect(mail.text).toContain(script)
  expect(mail.html).toContain('%%link%% &quot;quoted&quot; \ufffd&amp;amp;')
  expect(mail.subject).toBe('Acme Bcc: thief@elsewhere.example <script>')
  // All links lead to this deployment.
  expect(
    mail.html.match(/href="[^"]*"/g)!.every((href) => href.startsWith('href="https://pursuit.hartwell.example')),
  ).toBe(true)
})

test('never sends a link that leads elsewhere', async () => {
  for (const [i, path] of ['//elsewhere.example/x', 'https://elsewhere.example', '/\\elsewhere.example', 'x'].entries())
    await queue(`elsewhere${i}@hartwell.example`, { button: { label: 'Open', path } })
  const rows = await sending.until(
    (found) =>
      found.filter(({ recipient, problem }) => recipient.startsWith('elsewhere') && problem !== '').length === 4,
  )
  expect(rows.filter(({ recipient }) => recipient.startsWith('elsewhere')).map(({ problem }) => problem)).toEqual(
    Array(4).fill(expect.stringContaining('A link leads elsewhere')),
  )
  expect(server.taken.some(({ to }) => to[0]!.startsWith('elsewhere'))).toBe(false)
})

test('uses the same Message-ID for the same occasion and different ones for others', async () => {
  const seen = new Map<string, string>()
  for (const [email, key] of [
    ['one@hartwell.example', 'digest:1'],
    ['two@hartwell.example', 'digest:2'],
  ] as const) {
    server.behave(() => ({ message: 451 }))
    await queue(email, {}, key)
    await sending.until((rows) => rows.some((row) => row.recipient === email && row.problem !== ''))
    server.behave(() => 'take')
    await stateOf(email, 'sent')
    seen.set(email, takenFor(email)[0]!.mail.messageId)
  }
  expect(seen.get('one@hartwell.example')).toMatch(/^<[0-9a-f]{40}@hartwell\.example>$/)
  expect(new Set(seen.values()).size).toBe(2)
})

test('sends an email later and once after a temporary rejection, an early hangup, or an outage', async () => {
  const times = new Map<string, number>()
  const ways = [{ recipient: 451 }, { message: 452 }, { hangUp: 'early' }, { message: 421 }] as const
  const emails = ways.map((_, i) => `later${i}@hartwell.example`)
  server.behave((to) => {
    const way = emails.indexOf(to)
    if (way < 0 || (times.get(to) ?? 0) > 2) return 'take'
    times.set(to, (times.get(to) ?? 0) + 1)
    return ways[way]!
  })
  for (const email of emails) await queue(email)
  for (const email of emails) {
    await stateOf(email, 'sent')
    expect(takenFor(email), email).toHaveLength(1)
    expect((await rowOf(email)).tries, email).toBeGreaterThan(1)
  }
})

test("doesn't retry a permanent rejection and shows operators the reason", async () => {
  server.behave(() => ({ recipient: 550 }))
  await queue('nobody@hartwell.example')
  await stateOf('nobody@hartwell.example', 'failed')
  server.behave(() => 'take')
  expect((await rowOf('nobody@hartwell.example')).tries).toBe(1)
  const [trouble] = await outgoingTroubles(sending.database)
  expect(trouble).toMatchObject({
    firm: 'Hartwell & Stone LLP',
    recipient: 'nobody@hartwell.example',
    state: 'failed',
    canRetry: true,
  })
  expect(trouble!.problem).toContain('550')
  expect(JSON.stringify(trouble)).not.toContain('secret-key')
  expect((await outgoingCounts(sending.database)).find(({ channel }) => channel === 'mail')!.failed).toBeGreaterThan(0)

  expect(await retryOutgoing(sending.database, trouble!.orgId, trouble!.id)).toBe(true)
  await stateOf('nobody@hartwell.example', 'sent')
  expect(takenFor('nobody@hartwell.example')).toHaveLength(1)
  expect(await retryOutgoing(sending.database, trouble!.orgId, trouble!.id)).toBe(false)
})

test('marks an email as failed after the last attempt', async () => {
  server.behave((to) => (to === 'never@hartwell.example' ? { message: 451 } : 'take'))
  await queue('never@hartwell.example')
  await stateOf('never@hartwell.example', 'failed')
  expect((await rowOf('never@hartwell.example')).tries).toBe(5)
})

test("leaves an email unconfirmed if the server hangs up after receiving it and doesn't resend it", async () => {
  server.behave((to) => (to === 'doubt@hartwell.example' ? { hangUp: 'late' } : 'take'))
  await queue('doubt@hartwell.example')
  await stateOf('doubt@hartwell.example', 'doubt')
  await queue('after@hartwell.example')
  await stateOf('after@hartwell.example', 'sent')
  expect(takenFor('doubt@hartwell.example')).toHaveLength(1)
})

test('sends an email once for concurrent senders, and the late ones leave nothing behind', async () => {
  await sending.stop()
  await queue('race@hartwell.example')
  const send = mailSender({ origin: () => 'https://pursuit.hartwell.example', smtpUrl: server.url, directory: '' })
  const { id } = await rowOf('race@hartwell.example')
  const asked = { data: { org_id: sending.orgId, id }, isLastAttempt: false, signal: new AbortController().signal }
  const before = server.connections()
  await Promise.all([1, 2, 3].map(() => deliver(sending.database, send, asked)))
  expect(server.connections() - before).toBe(3)
  expect(takenFor('race@hartwell.example')).toHaveLength(1)
  expect((await rowOf('race@hartwell.example')).state).toBe('sent')
  await sending.start()
})

test('never gives an invalid address to the mail server', async () => {
  const before = server.connections()
  const wrong = [
    '',
    'dana',
    'dana@hartwell.example>\r\nRCPT TO:<thief@elsewhere.example',
    'a b@c.example',
    'a@b.example,c@d.example',
  ]
  for (const email of wrong) await queue(email)
  await sending.until((rows) =>
    wrong.every((email) => rows.some((row) => row.recipient === email && row.state === 'failed')),
  )
  expect(server.connections()).toBe(before)
})

test('requeues an email if it stops during a slow delivery, and the next server sends it', async () => {
  const held = startMailServer()
  const slow = await held
  await sending.stop()
  // The mock stays silent, so nothing has been sent that can't be canceled.
  const { createServer } = await import('node:net')
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  await sending.start({ smtpUrl: `smtp://127.0.0.1:${port}` })
  await queue('returned@hartwell.example')
  await sending.until((rows) => rows.some((row) => row.recipient === 'returned@hartwell.example' && row.tries === 1))
  await sending.stop()
  expect((await rowOf('returned@hartwell.example')).state).toBe('waiting')
  silent.close()
  await sending.start({ smtpUrl: slow.url })
  await stateOf('returned@hartwell.example', 'sent')
  expect(slow.taken.map(({ to }) => to)).toEqual([['returned@hartwell.example']])
  await sending.stop()
  await slow.close()
  await sending.start()
})

test('sends emails that were queued while no sender was running', async () => {
  await sending.stop()
  await queue('early@hartwell.example')
  await sending.start()
  await stateOf('early@hartwell.example', 'sent')
  expect(takenFor('early@hartwell.example')).toHaveLength(1)
})

test('writes emails to the outbox without a mail server and keeps them queued on a full disk', async () => {
  await sending.stop()
  // A file in the folder's place makes writes fail, as on a full disk.
  const folder = join(sending.directory, 'mail')
  writeFileSync(folder, '')
  await sending.start({ smtpUrl: undefined })
  await queue('file@hartwell.example', { subject: 'Grüße, 東京 🎉' })
  await sending.until((rows) => rows.some((row) => row.recipient === 'file@hartwell.example' && row.problem !== ''))
  rmSync(folder)
  mkdirSync(folder)
  await stateOf('file@hartwell.example', 'sent')
  const files = readdirSync(folder)
  expect(files).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d.-]+Z-[0-9a-f-]{36}\.eml$/)])
  const mail = await simpleParser(readFileSync(join(folder, files[0]!)))
  expect(mail.subject).toBe('Grüße, 東京 🎉')
  expect(mail.to.text).toContain('file@hartwell.example')
  await sending.stop()
  await sending.start()
})

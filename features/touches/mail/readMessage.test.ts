import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { exactKey } from './addresses.ts'
import { readMessage } from './readMessage.ts'
import { labeledEmails } from './testing/corpus.ts'
import { emailBytes, type Headers, latinBytes } from './testing/emailSource.ts'

const given = { arrivedAt: '2026-11-20T12:00:00.000Z', ownDomains: ['pursuit-app.com'], zone: 'Europe/Berlin' }
const plain = (text: string) => [{ type: 'text/plain', text }]
const headers: Headers = { from: 'Jane Doe <jane@acme.example>', to: 'me@firm.example', subject: 'Offer' }
const read = (more: Headers, parts = plain('Hello'), kind?: string) =>
  readMessage(emailBytes({ ...headers, ...more }, parts, kind), given)
const raw = (source: string) => readMessage(latinBytes(source), given)

test('It reads an email', async () => {
  expect(await read({ cc: '"Roe, John" <John@ACME.example>, me@firm.example', id: '<abc@acme.example>' })).toEqual({
    messageId: 'abc@acme.example',
    sentAt: '2026-11-19T09:15:00.000Z',
    from: { name: 'Jane Doe', address: 'jane@acme.example' },
    sender: null,
    to: [{ name: '', address: 'me@firm.example' }],
    cc: [
      { name: 'Roe, John', address: 'John@acme.example' },
      { name: '', address: 'me@firm.example' },
    ],
    subject: 'Offer',
    text: 'Hello',
    isCut: false,
    attachments: [],
    forwarded: null,
    automatic: null,
    problems: [],
  })
})

test('It reads the headers and the beginning of the text as another parser does', async () => {
  const emails = labeledEmails().filter(({ format }, at) => format === 'eml' && at % 8 === 0)
  for (const { name, bytes } of emails) {
    const [ours, theirs] = await Promise.all([readMessage(bytes, given), simpleParser(Buffer.from(bytes))])
    const { to } = theirs as unknown as { to?: Mailboxes }
    expect(
      ours.to.map(({ address }) => exactKey(address)),
      name,
    ).toEqual(addressesOf(to))
    expect(ours.subject, name).toBe(theirs.subject ?? '')
    expect(ours.sentAt, name).toBe(theirs.date?.toISOString() ?? null)
    // The other parser can't read an address with a domain of its own letters.
    if (!ours.from?.address.includes('xn--'))
      expect([exactKey(ours.from!.address)], name).toEqual(addressesOf(theirs.from))
    const words = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    expect(words(theirs.text ?? ''), name).toContain(words(ours.text).slice(0, 12).trim())
  }
})

type Mailboxes = { value: { address?: string; group?: { address?: string }[] }[] }
const addressesOf = (field: Mailboxes | undefined): string[] =>
  (field?.value ?? [])
    .flatMap(({ address, group }) => group ?? [{ address }])
    .map(({ address }) => exactKey(address ?? ''))

test.each([
  [
    'multipart/alternative',
    'alternative',
    [
      { type: 'text/plain', text: 'plain' },
      { type: 'text/html', text: '<p>rich</p>' },
    ],
    'plain',
  ],
  [
    'an empty plain text',
    'alternative',
    [
      { type: 'text/plain', text: ' \r\n' },
      { type: 'text/html', text: '<p>rich</p>' },
    ],
    'rich',
  ],
  [
    'text around a file',
    'mixed',
    [
      { type: 'text/plain', text: 'one' },
      { type: 'image/png', bytes: new Uint8Array(3) },
      { type: 'text/plain', text: 'two' },
    ],
    'one\ntwo',
  ],
  [
    'HTML in windows-1252',
    'mixed',
    [{ type: 'text/html', text: '<p>Grüße – 5 €</p>', charset: 'windows-1252' as const }],
    'Grüße – 5 €',
  ],
  [
    'ISO-8859-15',
    'mixed',
    [{ type: 'text/plain', text: 'Prix : 5 € à l’œil', charset: 'iso-8859-15' as const }],
    "Prix : 5 € à l'œil",
  ],
])('It reads the text of %s', async (_, kind, parts, text) => {
  expect((await read({}, parts as typeof parts & ReturnType<typeof plain>, kind)).text).toBe(text)
})

test('It joins lines of flowed text within one depth of quoting', async () => {
  const text = 'A line that \r\nflows.\r\nFixed\r\n> quoted that \r\n> flows\r\n-- \r\nJane'
  expect((await read({}, [{ type: 'text/plain; format=flowed', text, encoding: '8bit' }] as never)).text).toBe(
    'A line that flows.\nFixed\n--\nJane',
  )
})

test('It lists attachments by name and size only', async () => {
  const bytes = new Uint8Array(1234)
  const message = await read({}, [
    { type: 'text/plain', text: 'See files' },
    { type: 'application/pdf; name="offer.pdf"', bytes, encoding: 'base64' },
    {
      type: 'application/pdf',
      bytes,
      encoding: 'base64',
      headers: ["Content-Disposition: attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe%20%E2%80%AEfdp.exe"],
    },
    { type: 'text/plain; name="notes.txt"', bytes: new Uint8Array([65, 66]), encoding: '8bit' },
    { type: 'text/calendar; method=REQUEST', text: 'BEGIN:VCALENDAR' },
    { type: 'message/rfc822', bytes: emailBytes(headers, plain('inner')), encoding: '8bit' },
  ] as never)
  expect(message.attachments).toEqual([
    { name: 'offer.pdf', size: 1234 },
    { name: 'Grüße fdp.exe', size: 1234 },
    { name: 'notes.txt', size: 2 },
    { name: 'Email.eml', size: expect.any(Number) },
  ])
  expect(message.text).toBe('See files')
})

test('It leaves out logos that are drawn in the text', async () => {
  const message = await read(
    {},
    [
      { type: 'text/html', text: '<img src="cid:logo">Hello' },
      {
        type: 'image/png; name="image001.png"',
        bytes: new Uint8Array(9),
        encoding: 'base64',
        headers: ['Content-ID: <logo>', 'Content-Disposition: inline'],
      },
    ] as never,
    'related',
  )
  expect(message.attachments).toEqual([])
})

test.each([
  ['auto-submitted', ['Auto-Submitted: auto-replied (vacation)']],
  ['list', ['List-Id: News <news.acme.example>']],
  ['bulk', ['Precedence: bulk']],
  ['bulk', ['precedence:  LIST']],
  ['null-sender', ['Return-Path: <>']],
  [null, ['Auto-Submitted: no']],
  [null, ['Precedence: first-class']],
  [null, ['Return-Path: <jane@acme.example>']],
  [null, ['List-Unsubscribe: <mailto:x@acme.example>']],
] as const)('It calls an email %s by %j', async (kind, more) => {
  expect((await read({ more })).automatic).toBe(kind)
})

test.each(['Pursuit <digest@pursuit-app.com>', 'Pursuit <x@mail.pursuit-app.com>'])(
  'It recognizes our own email from %s',
  async (from) => {
    expect((await read({ from })).automatic).toBe('own')
  },
)

test.each(['MAILER-DAEMON@acme.example', 'Mail Delivery System <>', 'postmaster@acme.example'])(
  'It recognizes a report from %s',
  async (from) => {
    expect((await read({ from })).automatic).toBe('null-sender')
  },
)

test('It lets no encoded header write another one', async () => {
  const message = await raw(
    'From: =?utf-8?Q?Jane=0D=0ABcc:_evil@evil.example?= <jane@acme.example>\r\nTo: a@b.example\r\nSubject: =?utf-8?B?T2ZmZXINClgtRXZpbDogMQ==?=\r\n\r\nx',
  )
  expect(message.subject).toBe('Offer X-Evil: 1')
  expect(message.from).toEqual({ name: '', address: 'jane@acme.example' })
  expect([...message.to, ...message.cc].map(({ address }) => address)).toEqual(['a@b.example'])
})

test('It takes the first of two headers of one name', async () => {
  const message = await raw('From: jane@acme.example\r\nFrom: evil@evil.example\r\nSubject: a\r\nSubject: b\r\n\r\nx')
  expect(message).toMatchObject({ from: { address: 'jane@acme.example' }, subject: 'a' })
})

test('It bounds the identifier and keeps long ones different', async () => {
  const long = 'x'.repeat(400)
  const [first, second] = await Promise.all([read({ id: `<${long}1@a>` }), read({ id: `<${long}2@a>` })])
  expect(first!.messageId).toHaveLength(255)
  expect(first!.messageId).not.toBe(second!.messageId)
  expect((await raw('From: a@b.example\r\n\r\nx')).messageId).toBeNull()
})

test('It ends a list that is too long after a whole address', async () => {
  const to = Array.from({ length: 3_000 }, (_, at) => `person${at}@northgate-capital.com`).join(', ')
  const message = await read({ to })
  expect(message.to).toHaveLength(200)
  expect(message.problems).toEqual(['This email has more recipients than we read.'])
  expect(message.to.every(({ address }) => address.endsWith('@northgate-capital.com'))).toBe(true)
})

test('It reads an attached email, but none within it', async () => {
  const deepest = emailBytes({ from: 'deep@acme.example', subject: 'Deep' }, plain('deep'))
  const inner = emailBytes({ ...headers, from: 'inner@acme.example', subject: 'Inner' }, [
    { type: 'text/plain', text: 'inner' },
    { type: 'message/rfc822', bytes: deepest, encoding: '8bit' },
  ])
  const message = await read({}, [
    { type: 'text/plain', text: 'See attached' },
    { type: 'message/rfc822', bytes: inner, encoding: '8bit' },
  ] as never)
  expect(message.forwarded).toMatchObject({
    from: { address: 'inner@acme.example' },
    subject: 'Inner',
    text: 'inner',
    names: [],
  })
})

test('It doesn’t take the failed email in a report for a forwarded one', async () => {
  const message = await read(
    { from: 'MAILER-DAEMON@acme.example' },
    [
      { type: 'text/plain', text: 'Failed' },
      { type: 'message/rfc822', bytes: emailBytes(headers, plain('x')), encoding: '8bit' },
    ] as never,
    'report',
  )
  expect(message).toMatchObject({ forwarded: null, automatic: 'null-sender' })
})

test('It says what it couldn’t read', async () => {
  const packed = await read({}, [
    { type: 'text/plain', text: 'Hi' },
    { type: 'application/ms-tnef; name="winmail.dat"', bytes: new Uint8Array(4), encoding: 'base64' },
  ] as never)
  expect(packed.problems).toEqual(['Outlook packed parts of this email into winmail.dat, which we can’t open.'])
  const long = await read({}, plain('word '.repeat(100_000)))
  expect(long).toMatchObject({ isCut: true })
  expect(long.text).toHaveLength(20_000)
})

test.each(['From - Thu Nov 19 10:15:00 2026\r\n', '1234      \n', '\xef\xbb\xbf', '\r\n\r\n'])(
  'It skips %j before the headers',
  async (start) => {
    expect(await raw(`${start}From: jane@acme.example\r\nSubject: Offer\r\n\r\nx`)).toMatchObject({
      subject: 'Offer',
      text: 'x',
    })
  },
)

test.each(['', 'hello', '<html></html>', '\0\0\0'])('It rejects %j with a sentence', async (source) => {
  await expect(raw(source)).rejects.toThrow(Refusal)
})

test('It reads an email of twenty-five megabytes in less than 100 ms', async () => {
  const line = `${'A'.repeat(76)}\r\n`
  const source = `From: a@b.example\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${line.repeat(320_000)}--b--\r\n`
  const bytes = latinBytes(source)
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3; run++) {
    const start = process.cpuUsage()
    expect((await readMessage(bytes, given)).attachments).toEqual([{ name: 'a.pdf', size: (320_000 * 76 * 3) / 4 }])
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / 1000)
  }
  expect(best).toBeLessThan(100)
})

import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { readOutlookFile } from './readOutlookFile.ts'
import { type OutlookEmail, outlookFile } from './testing/outlookFile.ts'

/** The part of the other reader's types that the tests use. */
type Read = {
  subject: string
  body: string
  senderName: string
  recipients: { smtpAddress: string }[]
  attachments: { fileName: string }[]
}
const { default: MsgReader } = createRequire(import.meta.url)('@kenjiuno/msgreader') as {
  default: new (bytes: ArrayBuffer) => { getFileData: () => Read }
}

const given = { arrivedAt: '2026-11-20T12:00:00.000Z', ownDomains: [] }
const jane = { name: 'Jané Doe', address: 'jane@acme.example' }
const me = { name: 'Nora', address: 'nora@firm.example' }
const email: OutlookEmail = {
  from: jane,
  to: [me],
  cc: [{ name: 'Bob', address: 'bob@acme.example' }],
  subject: 'Offer for März',
  body: 'Hello\r\nGrüße 😀',
}
const read = (more: Partial<OutlookEmail>) => readOutlookFile(outlookFile({ ...email, ...more }), given)
/** The number that Windows gives to an instant. */
const ticks = (instant: string) => BigInt(Date.parse(instant) + 11_644_473_600_000) * 10_000n

test('It reads an Outlook file', async () => {
  const files = [
    { name: 'Offer.pdf', bytes: new Uint8Array(9_000) },
    { name: 'small.txt', bytes: new Uint8Array(10) },
  ]
  expect(await read({ files, submitted: ticks('2026-11-19T09:15:00Z') })).toEqual({
    messageId: null,
    sentAt: '2026-11-19T09:15:00.000Z',
    from: jane,
    sender: null,
    to: [me],
    cc: [{ name: 'Bob', address: 'bob@acme.example' }],
    subject: 'Offer for März',
    text: 'Hello\nGrüße 😀',
    isCut: false,
    attachments: [
      { name: 'Offer.pdf', size: 9_000 },
      { name: 'small.txt', size: 10 },
    ],
    forwarded: null,
    automatic: null,
    problems: [],
  })
})

test('It reads what another reader of Outlook files reads', async () => {
  const bytes = outlookFile({
    ...email,
    body: 'x'.repeat(5_000),
    files: [{ name: 'a.pdf', bytes: new Uint8Array(70_000).fill(7) }],
  })
  const theirs = new MsgReader(bytes.buffer as ArrayBuffer).getFileData()
  const ours = await readOutlookFile(bytes, given)
  expect(ours.subject).toBe(theirs.subject)
  expect(ours.text).toBe(theirs.body)
  expect(ours.from?.name).toBe(theirs.senderName)
  expect(ours.to.map(({ address }) => address)).toEqual(
    theirs.recipients.slice(0, 1).map(({ smtpAddress }) => smtpAddress),
  )
  expect(ours.attachments.map(({ name }) => name)).toEqual(theirs.attachments.map(({ fileName }) => fileName))
})

test('It prefers the headers with which the email arrived', async () => {
  const headers =
    'Microsoft Mail Internet Headers Version 2.0\r\nFrom: "Jane Doe" <jane@acme.example>\r\nTo: nora@firm.example\r\nDate: Wed, 18 Nov 2026 10:00:00 +0100\r\nMessage-ID: <abc@acme.example>\r\nAuto-Submitted: auto-generated\r\nContent-Type: multipart/mixed; boundary=x\r\n'
  expect(await read({ headers })).toMatchObject({
    messageId: 'abc@acme.example',
    sentAt: '2026-11-18T09:00:00.000Z',
    automatic: 'auto-submitted',
    from: { name: 'Jane Doe' },
  })
})

test('It takes the arrival for a date in the future', async () => {
  expect((await read({ submitted: ticks('2031-01-01T00:00:00Z') })).sentAt).toBe(given.arrivedAt)
})

test('It reads an email that is attached to an Outlook file', async () => {
  const attached = { from: { name: 'Ina', address: 'ina@acme.example' }, to: [me], subject: 'Inner', body: 'inner' }
  const message = await read({ attached })
  expect(message.forwarded).toMatchObject({
    from: { name: 'Ina', address: 'ina@acme.example' },
    subject: 'Inner',
    text: 'inner',
  })
  expect(message.attachments).toMatchObject([{ name: 'Inner' }])
})

test('It reads the HTML of a file without plain text', async () => {
  expect((await read({ body: '', html: '<p>Grüße</p><p>Jane</p>' })).text).toBe('Grüße\n\nJane')
})

test('It says if the sender has only an internal address', async () => {
  const message = await read({ from: { name: 'Jane', address: '/O=FIRM/CN=JANE' }, isInternal: true })
  expect(message).toMatchObject({
    from: null,
    problems: ['This file has only Outlook’s internal address of the sender.'],
  })
})

test('It reads a file of several hundred recipients', async () => {
  const to = Array.from({ length: 300 }, (_, at) => ({ name: `P ${at}`, address: `p${at}@acme.example` }))
  expect((await read({ to, cc: [] })).to).toHaveLength(200)
})

test.each([
  new Uint8Array(),
  new TextEncoder().encode('From: a@b.example\r\n\r\n'),
  new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
])('It rejects what isn’t an Outlook file', async (bytes) => {
  await expect(readOutlookFile(bytes, given)).rejects.toThrow(Refusal)
})

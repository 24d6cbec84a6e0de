// Whatever the bytes are, reading them ends with an email or with a sentence, and the same bytes give the same email.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#core/contract/errors.ts'
import { readMeetingFile } from './readMeetingFile.ts'
import { readMessage } from './readMessage.ts'
import { readOutlookFile } from './readOutlookFile.ts'
import { labeledEmails } from './testing/corpus.ts'
import { latinBytes } from './testing/emailSource.ts'
import { outlookFile } from './testing/outlookFile.ts'
import { contacts, me, reading } from './testing/people.ts'

const readOrSentence = async (read: Promise<object>): Promise<string> =>
  JSON.stringify(
    await read.catch((error: unknown) => {
      if (error instanceof Refusal) return { message: error.message }
      throw error
    }),
  )

const emails = labeledEmails().filter(({ format }) => format === 'eml')
const outlook = outlookFile({
  from: contacts[0]!,
  to: [me],
  subject: 'Offer',
  body: 'Hello',
  attached: { from: me, to: [contacts[0]!], subject: 'Inner', body: 'x' },
})
const change = fc.record({ at: fc.nat(), byte: fc.nat(255) })
const changes = fc.array(change, { maxLength: 30 })

function changed(bytes: Uint8Array, those: readonly { at: number; byte: number }[]): Uint8Array {
  const copy = new Uint8Array(bytes)
  for (const { at, byte } of those) copy[at % copy.length] = byte
  return copy
}

test('It reads or rejects any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      await readOrSentence(readMessage(bytes, reading))
      await readOrSentence(readOutlookFile(bytes, reading))
      await readOrSentence(readMeetingFile(bytes, reading))
    }),
  )
})

test('It reads or rejects an email with changed bytes, and always in the same way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(emails.length - 1), changes, async (which, those) => {
      const bytes = changed(emails[which]!.bytes, those)
      expect(await readOrSentence(readMessage(bytes, reading))).toBe(await readOrSentence(readMessage(bytes, reading)))
    }),
    { numRuns: 80 },
  )
})

test('It reads or rejects an Outlook file with changed bytes', async () => {
  await fc.assert(
    fc.asyncProperty(changes, fc.nat(outlook.length), async (those, length) => {
      await readOrSentence(readOutlookFile(changed(outlook, those).subarray(0, length), reading))
      await readOrSentence(readOutlookFile(changed(outlook, those), reading))
    }),
    { numRuns: 80 },
  )
})

test('It reads an email of any pieces of MIME within bounds', async () => {
  const piece = fc.constantFrom(
    'From: a@b.example',
    'To: "x',
    'Subject: =?utf-8?B?',
    'Content-Type: multipart/mixed; boundary=b',
    'Content-Type: message/rfc822',
    'Content-Type: text/html',
    'Content-Transfer-Encoding: base64',
    '--b',
    '--b--',
    '',
    '<b>',
    '> From: x',
    'QUJD=',
    '-----Original Message-----',
    'On Monday 5 x wrote:',
    ' folded',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 80 }), async (lines) => {
      const text = await readOrSentence(readMessage(latinBytes(['From: a@b.example', ...lines].join('\r\n')), reading))
      expect(text.length).toBeLessThan(60_000)
    }),
  )
})

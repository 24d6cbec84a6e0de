import fc from 'fast-check'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { runs } from '#tests/scope.ts'
import { type MailParts, mailOf, quotedPrintable } from './mime.ts'

const words = (more: Partial<MailParts> = {}): MailParts => ({
  messageId: '<1@hartwell.example>',
  date: '2026-11-23T10:00:00.000Z',
  from: { name: 'Pursuit', address: 'pursuit@hartwell.example' },
  to: { name: 'Dana Reyes', address: 'dana@hartwell.example' },
  subject: 'Digest',
  html: '<p>Digest</p>',
  text: 'Digest',
  ...more,
})
const read = (given: MailParts) => simpleParser(mailOf(given).bytes)
/** Emails use one kind of line break, and readers drop trailing ones. */
const asRead = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')

const text = fc
  .string({ unit: fc.constantFrom(...'aZ09 =\t\r\n.-–ü€😀<>"', 'x'.repeat(71), '=3D') })
  .map((some) => `Words${some}`)

test('preserves any text exactly', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (said) => {
      const mail = await read(words({ text: said, html: `<p>${said}</p>`, subject: 'x' }))
      expect(asRead(mail.text ?? '')).toBe(asRead(said))
      expect(asRead(mail.html || '')).toBe(asRead(`<p>${said}</p>`))
    }),
    { numRuns: runs(50, 200) },
  )
})

test('writes only ASCII lines of at most 76 characters without trailing blanks', () => {
  fc.assert(
    fc.property(text, (said) => {
      for (const line of quotedPrintable(said).split('\r\n')) {
        expect(line.length).toBeLessThanOrEqual(76)
        expect(line).toMatch(/^[\x20-\x7e\t]*$/)
        expect(line).not.toMatch(/[\t ]$/)
      }
    }),
  )
})

test('prevents line breaks in a name, subject, or address from injecting headers', async () => {
  const trick = 'Dana\r\nBcc: all@hartwell.example'
  const mail = await read(
    words({
      subject: trick,
      from: { name: trick, address: 'a@b.example' },
      replyTo: { name: trick, address: 'c@d.example' },
    }),
  )
  expect(mail.headers.has('bcc')).toBe(false)
  expect(mail.subject).toBe('Dana Bcc: all@hartwell.example')
  const noAnswer = await read(words({ replyTo: { name: 'Dana', address: 'c@d.example\r\nBcc: x@y.example' } }))
  expect(noAnswer.headers.has('bcc') || noAnswer.headers.has('reply-to')).toBe(false)
  expect(() => mailOf(words({ to: { name: '', address: 'a@b.example\nBcc: x@y.example' } }))).toThrow(
    'valid email address',
  )
})

test('attaches files of any name and size intact, below the text', async () => {
  const files = [
    {
      name: 'Übersicht "Tax" 2026.xlsx',
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes: Buffer.alloc(100_003, 7),
    },
    { name: 'a\r\nBcc: x@y.example.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') },
    { name: 'none', type: 'text/plain', bytes: Buffer.alloc(0) },
  ]
  const given = words({ attachments: files })
  const mail = await read(given)
  expect([asRead(mail.text), asRead(mail.html)]).toEqual(['Digest', '<p>Digest</p>'])
  expect(mail.headers.has('bcc')).toBe(false)
  expect(mail.attachments.map(({ filename, contentType, content }) => [filename, contentType, content.length])).toEqual(
    [
      ['Übersicht "Tax" 2026.xlsx', files[0]!.type, 100_003],
      ['a Bcc: x@y.example.pdf', 'application/pdf', 4],
      ['none', 'text/plain', 0],
    ],
  )
  expect(mail.attachments[0]!.content.equals(files[0]!.bytes)).toBe(true)
  for (const line of mailOf(given).bytes.toString('latin1').split('\r\n')) expect(line.length).toBeLessThan(500)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardNameOf, contactCardOf } from '#core/contract/contactCard.ts'
import { limits } from '../../contract.ts'
import { type ContactFilling, readContactFile } from './contactFiles.ts'

const asking = { zone: 'America/Los_Angeles', today: '2026-11-27', ownEmail: 'dana@hartwell.example' }
type ScannedContact = Pick<ContactFilling, 'company' | 'contact' | 'contact_email' | 'contact_phone'>
const cardOf = ({ company, contact, contact_email, contact_phone }: ScannedContact) =>
  contactCardOf({ name: contact, company, emails: [contact_email], phones: [contact_phone] })
const readBack = (contact: ScannedContact) => readContactFile(new TextEncoder().encode(cardOf(contact)), asking)

const jane: ScannedContact = {
  company: 'Acme, Inc.; Legal',
  contact: 'Jane van Doe',
  contact_email: 'jane@acme.example',
  contact_phone: '+1 (206) 555-0134 ext. 12',
}

test('writes name, company, email, and phone the way address books read them', () => {
  expect(cardOf(jane)).toBe(
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Jane van Doe',
      'N:Doe;Jane van;;;',
      'ORG:Acme\\, Inc.\\; Legal',
      'EMAIL;TYPE=INTERNET,WORK:jane@acme.example',
      'TEL;TYPE=WORK,VOICE:+1 (206) 555-0134 ext. 12',
      'END:VCARD',
      '',
    ].join('\r\n'),
  )
  expect(cardNameOf({ name: jane.contact, company: jane.company })).toBe('Jane van Doe.vcf')
  expect(cardNameOf({ name: 'a/b:c', company: '' })).toBe('a b c.vcf')
})

test('reads a saved contact back word for word', () => {
  expect(readBack(jane)).toEqual([{ ...jane, label: 'Jane van Doe, Acme, Inc.; Legal', step: '', due: '' }])
  const { contact: _, ...firm } = jane
  expect(readBack({ ...firm, contact: '' })[0]).toMatchObject({ company: firm.company, contact: '' })
})

test('preserves any name, even in folded lines', () => {
  const sign = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), fc.constantFrom(...';,:\\"n '))
  const name = fc
    .array(sign, { minLength: 1, maxLength: limits.contact })
    .map((signs) =>
      signs
        .join('')
        .replace(/[\s\p{C}]+/gu, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
  fc.assert(
    fc.property(name, name, (contact, company) => {
      fc.pre(contact !== company)
      expect(readBack({ ...jane, contact, company })[0]).toMatchObject({ contact, company })
    }),
  )
})

test('writes no line longer than 75 bytes', () => {
  const long = cardOf({ ...jane, contact: '東'.repeat(100), company: 'Łódź '.repeat(20) })
  for (const line of long.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
})

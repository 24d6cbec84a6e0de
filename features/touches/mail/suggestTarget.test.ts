import { expect, test } from 'vitest'
import { suggestedTarget } from './suggestTarget.ts'

const suggest = (address: string, name = '', subject = '') => suggestedTarget([{ name, address }], subject)

test.each([
  ['jane@acme-advisors.com', 'Acme Advisors'],
  ['jane@mail.acme.co.uk', 'Acme'],
  ['jane@acme.com.mx', 'Acme'],
  ['jane@acme.de', 'Acme'],
  ['jane@gmail.com', ''],
  ['jane@yahoo.co.uk', ''],
  ['jane@gmx.net', ''],
  ['jane@orange.fr', ''],
  ['jane@t-online.de', ''],
  ['jane@outlook.es', ''],
  ['jane@live.com.mx', ''],
  ['doris@xn--mller-brief-thb.de', ''],
])('It names the company of %s', (address, company) => {
  expect(suggest(address)?.company).toBe(company)
})

test.each([
  ['jane.doe@acme.example', '', 'Jane Doe'],
  ['jane_doe+x@acme.example', '', 'Jane Doe'],
  ['info@acme.example', '', ''],
  ['jdoe42@acme.example', '', ''],
  ['x@acme.example', 'Jane Doe', 'Jane Doe'],
])('It names the contact of %s', (address, name, contact) => {
  expect(suggest(address, name)?.contact).toBe(contact)
})

test.each(['Re: FW: Offer', 'AW: WG: Offer', 'TR : RE : Offer', 'RV: Offer', 'Re[2]: Offer'])(
  'It removes the prefixes of %s',
  (subject) => {
    expect(suggest('jane@acme.example', '', subject)?.subject).toBe('Offer')
  },
)

test('It passes over mailboxes that no one reads', () => {
  const people = [
    { name: '', address: 'no-reply@acme.example' },
    { name: '', address: 'notifications@acme.example' },
  ]
  expect(suggestedTarget(people, '')).toBeNull()
  expect(suggestedTarget([...people, { name: '', address: 'jane@acme.example' }], '')?.contact_email).toBe(
    'jane@acme.example',
  )
})

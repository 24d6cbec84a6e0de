import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactKey, isWithinDomain, mailboxKey, usableAddress } from './addresses.ts'

test.each([
  ['jane@acme.example', 'jane@acme.example'],
  ['<Jane@ACME.Example>', 'Jane@acme.example'],
  ['mailto:jane@acme.example?subject=Hi', 'jane@acme.example'],
  ["'jane@acme.example'", 'jane@acme.example'],
  ["sean.o'neil@acme.example", "sean.o'neil@acme.example"],
  ['jane+deal@acme.example', 'jane+deal@acme.example'],
  ['doris@müller-brief.de', 'doris@xn--mller-brief-thb.de'],
  ['jane@acme.example.', 'jane@acme.example'],
])('It reads the address in %s', (written, address) => {
  expect(usableAddress(written)).toBe(address)
})

test.each([
  '',
  'jane',
  'jane@',
  '@acme.example',
  'jane@acme',
  'jane@10.0.0.1',
  'jane@acme..example',
  'ja ne@acme.example',
  'jane@acme.example@',
  '/O=FIRM/OU=EXCHANGE/CN=RECIPIENTS/CN=JANE',
  'IMCEAEX-_O=FIRM_OU=EXCHANGE_CN=JANE@firm.example',
  'jane\r\nBcc: evil@evil.example',
  `${'a'.repeat(300)}@acme.example`,
])('It rejects %j as an address', (written) => {
  expect(usableAddress(written)).toBeNull()
})

test.each([
  ['jane.harper+deal@acme.example', 'jane.harper@acme.example', true],
  ['JANE@acme.example', 'jane@ACME.example', true],
  ['d.pratt@googlemail.com', 'dpratt+x@gmail.com', true],
  ['d.pratt@acme.example', 'dpratt@acme.example', false],
  ['doris@xn--mller-brief-thb.de', 'doris@MÜLLER-brief.de', true],
  ['jane@acme.example', 'jane@mail.acme.example', false],
  ['+deal@acme.example', '@acme.example', false],
])('It compares the mailboxes of %s and %s', (left, right, isSame) => {
  expect(mailboxKey(left) === mailboxKey(right)).toBe(isSame)
})

test('It owns what is below a domain, but not what only ends like it', () => {
  expect(isWithinDomain('firm.example', 'firm.example')).toBe(true)
  expect(isWithinDomain('us.firm.example', 'firm.example')).toBe(true)
  expect(isWithinDomain('myfirm.example', 'firm.example')).toBe(false)
  expect(isWithinDomain('firm.example.evil.example', 'firm.example')).toBe(false)
  expect(isWithinDomain('firm.example', '')).toBe(false)
})

test('It returns an address that reads as itself, whatever the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.emailAddress()), (written) => {
      const address = usableAddress(written)
      if (address === null) return
      expect(usableAddress(address)).toBe(address)
      expect(address.slice(address.lastIndexOf('@'))).toMatch(/^@[a-z0-9.-]+\.[a-z0-9-]+$/)
      expect(exactKey(address)).toBe(exactKey(address.toUpperCase()))
    }),
  )
})

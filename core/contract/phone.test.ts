import fc from 'fast-check'
import { expect, test } from 'vitest'
import { telHref } from './phone.ts'

test.each([
  ['(206) 555-0134', 'tel:2065550134'],
  ['206.555.0134', 'tel:2065550134'],
  [' +1 206 555 0134 ', 'tel:+12065550134'],
  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['+49 89/1234-56', 'tel:+4989123456'],
  ['206-555-0134 ext. 12', 'tel:2065550134;ext=12'],
  ['206-555-0134x12', 'tel:2065550134;ext=12'],
  ['206-555-0134, extension 7', 'tel:2065550134;ext=7'],
  ['206 555 0134 (mobile)', 'tel:2065550134'],
  ['Tel.: 206 555 0134', 'tel:2065550134'],
  ['206 555 0134; 206 555 0135', 'tel:2065550134'],
  ['206 555 0134 or 206 555 0135', 'tel:2065550134'],
  ['911', 'tel:911'],
])('reads %j as the number %j', (written, address) => expect(telHref(written)).toBe(address))

test.each(['', 'n/a', 'ask Lee', '12', '1-800-FLOWERS', '12345678901234567', '+', '206 555 0134 206 555 0135'])(
  'finds no number in %j',
  (written) => expect(telHref(written)).toBeNull(),
)

test('produces URLs with only digits and nothing that leads elsewhere', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+(). \dx#;]{0,30}$/)), (written) => {
      const address = telHref(written)
      if (address !== null) expect(address).toMatch(/^tel:\+?\d{3,15}(;ext=\d{1,7})?$/)
    }),
  )
})

import { expect, test } from 'vitest'
import { isAligned } from './server/alignment.ts'

test.each([
  ['firm.example', 'firm.example'],
  ['firm.example', 'mail.firm.example'],
  ['eu.firm.example', 'us.firm.example'],
  ['firm.co.uk', 'bounces.firm.co.uk'],
  ['firm.onmicrosoft.com', 'Firm.onmicrosoft.com'],
])('aligns %s with %s', (from, verified) => expect(isAligned(from, verified)).toBe(true))

test.each([
  ['firm.example', 'firm.example.evil.example'],
  ['firm.example', 'evilfirm.example'],
  ['firm.co.uk', 'evil.co.uk'],
  ['firm.co.uk', 'co.uk'],
  ['firm.github.io', 'evil.github.io'],
  ['firm.onmicrosoft.com', 'evil.onmicrosoft.com'],
  ['firm.example', ''],
  ['firm.example', undefined],
  ['', ''],
])('doesn’t align %s with %s', (from, verified) => expect(isAligned(from, verified)).toBe(false))

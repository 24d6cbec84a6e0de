// Simulates a name whose address changes between lookups.
import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OutboundError, outboundLookup } from './outboundAddress.ts'

// Test files share modules, so a module mock can come too late.
const lookup = vi.spyOn(dns, 'lookup')
beforeAll(() => syncBuiltinESMExports())
afterAll(() => {
  lookup.mockRestore()
  syncBuiltinESMExports()
})

type Answering = (error: Error | null, addresses: LookupAddress[]) => void
const resolveTo = (...addresses: string[]) =>
  lookup.mockImplementationOnce(((_host: string, _options: object, answer: Answering) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as never)
const look = () =>
  new Promise<string | Error>((resolve) =>
    outboundLookup('drive.example', {}, (error, address) => resolve(error ?? String(address))),
  )

test('resolves a name again for each connection and never connects to an internal address', async () => {
  resolveTo('93.184.215.14')
  expect(await look()).toBe('93.184.215.14')
  for (const inside of ['127.0.0.1', '169.254.169.254', '10.0.0.7', '0.0.0.0', '::1', '::ffff:127.0.0.1', 'fd00::1']) {
    resolveTo(inside)
    expect(await look(), inside).toBeInstanceOf(OutboundError)
  }
  resolveTo('93.184.215.14', '127.0.0.1')
  expect(await look()).toBeInstanceOf(OutboundError)
  resolveTo()
  expect(await look()).toBeInstanceOf(OutboundError)
})

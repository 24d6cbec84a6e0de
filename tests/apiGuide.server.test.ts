// Runs the examples of docs/api.md: its curl calls against a server, and its check against our signatures.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecret, signedHeaders } from '#core/server/webhooks/signature.ts'
import type { TargetTile } from '#features/targets/contract.ts'
import { publicEvents } from '#features/targets/firmWide/publicEvents.ts'
import { routes } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { isInstalled } from '#tools/programs.ts'
import { type Api, type Client, openApi } from './api.ts'
import { aProgram } from './calling.ts'
import { isFull } from './scope.ts'

const guide = readFileSync(join(import.meta.dirname, '../docs/api.md'), 'utf8')
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!)

let api: Api
let admin: Client
beforeAll(async () => {
  api = await openApi()
  admin = await api.aPerson(await api.aFirm(), { role: 'admin' })
  await api.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.close())

// `npm test` only installs Chromium and PostgreSQL.
test.runIf(isFull || isInstalled('curl'))('succeeds for each call of the guide', async () => {
  const { token } = await aProgram(api, admin)
  const { body: target } = await admin.call<TargetTile>(routes.create, { body: aTarget() })
  const { port } = api.http.server.address() as AddressInfo
  const env = {
    ...process.env,
    PURSUIT: `http://127.0.0.1:${port}`,
    TOKEN: token,
    OWNER: admin.email,
    TARGET: target.id,
  }
  // A line that ends with a backslash, or inside quotes, continues on the next one.
  const calls = blocks('sh').flatMap((block) => block.split(/^(?=curl )/m))
  expect(calls.length).toBe(5)
  for (const call of calls) {
    const { stdout } = await promisify(execFile)('bash', ['-ec', call], { env })
    expect([call, Object.keys(JSON.parse(stdout))]).not.toEqual([call, expect.arrayContaining(['code'])])
  }
  const { body: won } = await admin.call<TargetTile>(routes.read, { params: { id: target.id } })
  expect([won.status, won.revenue]).toEqual(['completed', 120_000])
})

test('accepts only our signatures with the guide’s check', async () => {
  const [check] = blocks('js')
  expect(check!.trim().split('\n').length).toBeLessThanOrEqual(12)
  const { isFromPursuit } = (await import(`data:text/javascript,${encodeURIComponent(check!)}`)) as {
    isFromPursuit: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  const [secret, other] = [newSecret(), newSecret()]
  const body = '{"type":"webhook.test"}'
  const headers = signedHeaders([secret, other], 'an-id', new Date(), body)
  expect([isFromPursuit(secret, headers, body), isFromPursuit(other, headers, body)]).toEqual([true, true])
  expect(isFromPursuit(newSecret(), headers, body)).toBe(false)
  expect(isFromPursuit(secret, headers, `${body} `)).toBe(false)
  expect(isFromPursuit(secret, { ...headers, 'webhook-id': 'another' }, body)).toBe(false)
  expect(isFromPursuit(secret, { ...headers, 'webhook-signature': 'v1,' }, body)).toBe(false)
  const old = signedHeaders([secret], 'an-id', new Date(Date.now() - 600_000), body)
  expect(isFromPursuit(secret, old, body)).toBe(false)
})

test('lists every event in the guide', () => {
  for (const { name } of publicEvents) expect(guide).toContain(`\`${name}\``)
})

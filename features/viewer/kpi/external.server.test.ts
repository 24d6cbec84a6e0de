// Tests a dashboard of another service with a real HTTP server, which issues tokens, fails, stalls, and sends too much.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withoutRls } from '#core/server/database/tx.ts'
import { createHttp } from '#core/server/http.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { EMBED_PATH, routes, type TokenAnswer } from './contract.ts'

const SHOWN = 'https://show.dashboards.example'
const given = {
  token: { access_token: 'of the service', expires_in: 60 },
  urls: { embed: `${SHOWN}/embed`, js: `${SHOWN}/embed.js`, getToken: `${SHOWN}/token` },
  reportId: 'r-7',
  tokenType: 'Embed',
  type: 'report',
  settings: { filterPaneEnabled: false },
}
/** Response to the next requests; null never responds. */
let says: { status: number; body: string } | null
const heard: IncomingMessage[] = []
let service: Server
let api: Api
let morgan: Client
let dana: Client

beforeAll(async () => {
  service = createServer((request, response) => {
    heard.push(request)
    if (says) response.writeHead(says.status, { 'content-type': 'application/json' }).end(says.body)
  }).listen(0)
  await once(service, 'listening')
  const url = `http://localhost:${(service.address() as AddressInfo).port}/v1`
  const limits = { allowed: [], milliseconds: 3000, bytes: 4096 }
  api = await openApi({ means: { kpi: { url, key: 'a key', origins: [SHOWN] }, limits } })
  const org = await api.aFirm()
  morgan = await api.aPerson(org)
  dana = await api.aPerson(org)
  const group = randomUUID()
  await withoutRls(api.database, async (tx) => {
    await tx.sql`insert into groups (org_id, id, name) values (${org}, ${group}, 'Litigation')`
    await tx.sql`insert into group_managers (org_id, group_id, user_id) values (${org}, ${group}, ${morgan.actor.id})`
  })
})
afterAll(async () => {
  await api.close()
  service.closeAllConnections()
  service.close()
})
beforeEach(() => {
  heard.length = 0
})

const answered = async (status: number, body: unknown) => {
  says = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
  return (await morgan.call<TokenAnswer>(routes.token)).body
}

test("passes on the service's token, requested with the key for one person of one firm", async () => {
  expect(await answered(200, given)).toEqual(given)
  expect(heard.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    [`/v1/kpi/token?org=${morgan.orgId}&user=${morgan.actor.id}`, 'Bearer a key'],
  ])
})

test('reports a shorter lifetime and requests the token again each time', async () => {
  const soon = { ...given, token: { access_token: 'short', expires_in: 1 } }
  expect((await answered(200, soon)).token).toEqual(soon.token)
  expect((await answered(200, given)).token).toEqual(given.token)
  expect(heard.length).toBe(2)
})

test('rejects people who manage no one before calling the service', async () => {
  expect((await dana.call(routes.token)).status).toBe(403)
  expect(heard.length).toBe(0)
})

test("passes on the service's error with code and description for any status", async () => {
  const token = { error: 'invalid_client', error_description: "the dashboard did not accept the firm's key." }
  for (const status of [200, 401]) expect((await answered(status, { ...given, token })).token).toEqual(token)
})

test('turns an invalid token into an error of the same shape', async () => {
  const broken = {
    error: 'server_error',
    error_description: 'The dashboard service returned something other than a token.',
  }
  expect((await answered(500, 'Oops')).token).toEqual(broken)
  expect((await answered(200, '<html>')).token).toEqual(broken)
  expect((await answered(200, { ...given, token: {} })).token).toEqual(broken)
  expect((await answered(503, given)).token).toEqual(broken)
})

test("shows no page from an origin that isn't configured", async () => {
  for (const embed of ['https://other.example/embed', 'javascript:alert(1)', '/kpi/embed'])
    expect((await answered(200, { ...given, urls: { ...given.urls, embed } })).token).toMatchObject({
      error: 'server_error',
      error_description: 'The dashboard isn’t at its configured address.',
    })
})

test('reports a slow, an oversized, and an unreachable service as such', async () => {
  const temporarily = (error_description: string) => ({ error: 'temporarily_unavailable', error_description })
  says = null
  expect((await morgan.call<TokenAnswer>(routes.token)).body.token).toEqual(
    temporarily('The dashboard service took too long to respond.'),
  )
  expect((await answered(200, 'x'.repeat(5000))).token).toEqual(
    temporarily('The dashboard service returned something other than a token.'),
  )
  service.closeAllConnections()
  const { port } = service.address() as AddressInfo
  service.close()
  expect((await answered(200, given)).token).toEqual(temporarily('We can’t reach the dashboard service.'))
  await once(service.listen(port), 'listening')
})

test("allows framing of the service's origin only when configured, in a tightly sandboxed frame", async () => {
  const clientDirectory = mkdtempSync(join(tmpdir(), 'pursuit-client-'))
  mkdirSync(join(clientDirectory, 'kpi'))
  for (const file of ['index.html', 'kpi/embed.html']) writeFileSync(join(clientDirectory, file), 'nonce-of-the-page')
  const policyOf = async (url: string, frameOrigins?: string[]) => {
    const framePages = [{ path: EMBED_PATH, file: 'kpi/embed.html' }]
    const options = { database: api.database, served: [], version: 'test', clientDirectory, framePages }
    const http = await createHttp({ ...options, ...(frameOrigins && { frameOrigins }) })
    const { headers, body } = await http.inject({ url })
    await http.close()
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`'nonce-${body}'`)
    return policy.replace(body, 'N')
  }
  expect(await policyOf('/viewer/dashboard')).toContain("frame-src 'self';")
  expect(await policyOf('/viewer/dashboard', [SHOWN])).toContain(`frame-src 'self' ${SHOWN};`)
  for (const url of [EMBED_PATH, '/kpi/embed.html', `${EMBED_PATH}?a=b`])
    expect(await policyOf(url, [SHOWN])).toBe(
      "default-src 'none';script-src 'self';style-src 'self' 'nonce-N';img-src 'self';font-src 'self';connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'self'",
    )
  rmSync(clientDirectory, { recursive: true })
})

// A provider that follows the protocol except for configured lies.
import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Json = Record<string, unknown>
const parts = {
  '/.well-known/openid-configuration': 'metadata',
  '/keys': 'keys',
  '/userinfo': 'userinfo',
  '/token': 'token',
} as const satisfies Record<string, string>
type Part = (typeof parts)[keyof typeof parts]
/** Each one changes an honest response. */
export type Lies = {
  metadata?: (honest: Json) => Json
  header?: Json
  claims?: (honest: Json) => Json
  key?: KeyObject
  /** Replaces a response entirely. */
  answer?: Partial<Record<Part, (to: ServerResponse) => void>>
  userinfo?: Json
  /** Query that the browser returns with. */
  back?: (honest: URLSearchParams) => URLSearchParams
  tokens?: (honest: Json) => Json
}
export type LyingProvider = {
  issuer: string
  lies: Lies
  person: Json
  /** Paths that were requested so far. */
  asked: string[]
  /** Acts like a browser at the given URL. Returns the query it comes back with. */
  logIn: (address: string) => URLSearchParams
  /** Creates an honest logout token with the given changes. */
  logoutToken: (change?: Json, how?: { header?: Json; key?: KeyObject }) => string
  stop: () => Promise<void>
}

export const CLIENT = { client_id: 'pursuit-tests', client_secret: 'a secret between us' }
export const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const KEY_ID = 'the key'

export async function startLyingProvider(): Promise<LyingProvider> {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const codes = new Map<string, { nonce: string; challenge: string }>()
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const self: LyingProvider = {
    issuer,
    lies: {},
    person: {},
    asked: [],
    logIn(address) {
      const asked = new URL(address).searchParams
      const code = randomUUID()
      codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '' })
      const honest = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer })
      return self.lies.back?.(honest) ?? honest
    },
    logoutToken(change = {}, { header = {}, key = pair.privateKey } = {}) {
      const honest = {
        iss: issuer,
        aud: CLIENT.client_id,
        sub: 'somebody',
        iat: Math.floor(Date.now() / 1000),
        jti: randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      }
      return signed({ alg: 'RS256', kid: KEY_ID, typ: 'logout+jwt', ...header }, { ...honest, ...change }, key)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', issuer).pathname
    self.asked.push(path)
    const { lies } = self
    const part = (parts as Record<string, Part | undefined>)[path]
    if (!part) return void response.writeHead(404).end()
    const instead = lies.answer?.[part]
    if (instead) return instead(response)
    if (part === 'metadata') return json(response, lies.metadata?.(metadata()) ?? metadata())
    if (part === 'userinfo') return json(response, { sub: 'somebody', ...lies.userinfo })
    if (part === 'keys')
      return json(response, {
        keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
      })
    const form = new URLSearchParams(await textOf(request))
    const given = codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    codes.delete(form.get('code') ?? '')
    if (!given || given.challenge !== challenge) return json(response, { error: 'invalid_grant' }, 400)
    const tokens = { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: idToken(given.nonce) }
    json(response, lies.tokens?.(tokens) ?? tokens)
  }

  const metadata = (): Json => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  })

  function idToken(nonce: string): string {
    const now = Math.floor(Date.now() / 1000)
    const honest = {
      iss: issuer,
      aud: CLIENT.client_id,
      sub: 'somebody',
      iat: now,
      exp: now + 300,
      nonce,
      ...self.person,
    }
    const header = { alg: 'RS256', kid: KEY_ID, typ: 'JWT', ...self.lies.header }
    return signed(header, self.lies.claims?.(honest) ?? honest, self.lies.key ?? pair.privateKey)
  }
  return self
}

function signed(header: Json, claims: Json, key: KeyObject): string {
  const body = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return header.alg === 'none' ? `${body}.` : `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
}

export const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += piece
  return text
}

/// <reference path="./oidcProvider.d.ts" />
// A real OpenID Connect provider on a port of its own, with pages to log in and to consent. Any password will do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type Registered = { client_id: string; client_secret: string; redirect_uris: string[] }
export type IdentityProvider = {
  issuer: string
  /** What it says of a person, by the name they log in with. Nobody else exists. */
  people: Map<string, Record<string, unknown>>
  /** What an administrator does there: an application with its return address. */
  register: (client: Registered) => void
  /** What a browser does with the address it was sent to; answers where it is sent back to. */
  logIn: (address: string, name: string) => Promise<string>
  stop: () => Promise<void>
}

export async function startIdentityProvider(port = 0): Promise<IdentityProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(503).end()
  }
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, Record<string, unknown>>()
  return {
    issuer,
    people,
    register(client) {
      const provider = new Provider(issuer, {
        clients: [client],
        claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
        findAccount: (_: unknown, name: string) => {
          const said = people.get(name)
          return said && { accountId: name, claims: async () => ({ sub: name, ...said }) }
        },
        cookies: { keys: ['only for tests'] },
        pkce: { required: () => true },
      })
      answer = provider.callback()
    },
    logIn: (address, name) => logIn(address, issuer, name),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Follows redirects with cookies and sends the forms, until it is sent somewhere else. */
async function logIn(address: string, issuer: string, name: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = address
  let form: Record<string, string> | null = null
  for (let step = 0; step < 20; step++) {
    if (!next.startsWith(`${issuer}/`)) return next
    const answer: Response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    form = null
    const location = answer.headers.get('location')
    if (location) {
      next = new URL(location, next).href
      continue
    }
    const page = await answer.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`The provider shows no form: ${answer.status} ${page.slice(0, 500)}`)
    next = new URL(action, next).href
    form = page.includes('value="login"') ? { prompt: 'login', login: name, password: 'any' } : { prompt: 'consent' }
  }
  throw new Error('The provider never sends the browser back.')
}

/// <reference path="./oidcProvider.d.ts" />
// A real OpenID Connect provider on a port of its own, with pages to log in and to consent. Any password will do.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type Registered = {
  client_id: string
  client_secret: string
  redirect_uris: string[]
  backchannel_logout_uri?: string
  backchannel_logout_session_required?: boolean
}
/** Claims by scope, and whether all of them are in the ID token. */
export type Manner = { claims: Record<string, string[]>; isAllAtOnce: boolean }
const plain: Manner = {
  claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
  isAllAtOnce: false,
}
/** Entra ID: identity by tenant and object, the address as a name, and no claim about its verification. */
export const asEntra: Manner = {
  claims: {
    openid: ['sub', 'tid', 'oid', 'acct', 'idp', 'xms_edov'],
    email: ['email'],
    profile: ['name', 'preferred_username', 'upn'],
  },
  isAllAtOnce: true,
}
/** Google: the Workspace of an account in `hd`. */
export const asGoogle: Manner = {
  claims: {
    openid: ['sub', 'hd'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'picture'],
  },
  isAllAtOnce: true,
}
/** Okta: a minimal ID token that names Okta itself in `idp`, and the rest in the userinfo. */
export const asOkta: Manner = {
  claims: {
    openid: ['sub', 'idp'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'zoneinfo'],
  },
  isAllAtOnce: false,
}
export type IdentityProvider = {
  issuer: string
  /** Claims about each person by login name. No other people exist. */
  people: Map<string, Record<string, unknown>>
  /** Registers an application with its return URL. */
  register: (client: Registered, manner?: Manner) => void
  /** Acts like a browser at the given URL. Returns the URL it is redirected to. */
  logIn: (address: string, name: string) => Promise<string>
  /** Logs out the person who logged in last. */
  logOut: () => Promise<void>
  stop: () => Promise<void>
}

/** `path` is its path on the host: '/<tenant>/v2.0'. */
export async function startIdentityProvider(port = 0, path = ''): Promise<IdentityProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    response.writeHead(503).end()
  }
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    Object.assign(request, { originalUrl: url, url: url.startsWith(path) ? url.slice(path.length) || '/' : url })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  let last = new Map<string, string>()
  const people = new Map<string, Record<string, unknown>>()
  return {
    issuer,
    people,
    register(client, { claims, isAllAtOnce } = plain) {
      const provider = new Provider(issuer, {
        clients: [client],
        claims,
        conformIdTokenClaims: !isAllAtOnce,
        features: { backchannelLogout: { enabled: true } },
        // The library's own fetch avoids local addresses, which tests use.
        fetch: (url: URL, { method, headers, body }: RequestInit) => fetch(url, { method, headers, body }),
        findAccount: (_: unknown, name: string) => {
          const said = people.get(name)
          return said && { accountId: name, claims: async () => ({ sub: name, ...said }) }
        },
        cookies: { keys: ['only for tests'] },
        pkce: { required: () => true },
      })
      answer = provider.callback()
    },
    logIn: (address, name) => {
      last = new Map()
      return logIn(address, issuer, name, last)
    },
    logOut: () => logOut(issuer, last),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Follows redirects with cookies and submits forms, until redirected to another site. */
async function logIn(address: string, issuer: string, name: string, cookies: Map<string, string>): Promise<string> {
  let next = address
  let form: Record<string, string> | null = null
  for (let step = 0; step < 20; step++) {
    if (!next.startsWith(`${issuer}/`)) return next
    const answer = await ask(next, form, cookies)
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

/** Sends and stores cookies like a browser. The caller follows redirects. */
async function ask(address: string, form: Record<string, string> | null, cookies: Map<string, string>) {
  const answer: Response = await fetch(address, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
    ...(form && { body: new URLSearchParams(form) }),
  })
  for (const cookie of answer.headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }
  return answer
}

/** Confirms the provider's logout page. The provider has notified all clients when its response arrives. */
async function logOut(issuer: string, cookies: Map<string, string>): Promise<void> {
  const page = await (await ask(`${issuer}/session/end`, null, cookies)).text()
  const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1]
  if (!action || !xsrf) throw new Error(`The provider shows no way out: ${page.slice(0, 500)}`)
  await ask(new URL(action, issuer).href, { xsrf, logout: 'yes' }, cookies)
}

// A firm with a provider, and the requests that a browser makes during a sign-in, without a browser.
import { randomUUID } from 'node:crypto'
import { addressOf } from '#core/contract/route.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { noHeaders } from '#core/server/testing/calls.ts'
import { signOnSetUpRoutes as setUp, signOnRoutes } from '#features/account/signOnContract.ts'
import type { Api, Client } from '../api.ts'

export type Firm = { orgId: string; admin: Client; domain: string; api: Api }

/** Creates a firm with an admin and a vouched-for domain. */
export async function aFirmWithDomain(api: Api): Promise<Firm> {
  const domain = `${randomUUID().slice(0, 8)}.example`
  const orgId = await api.aFirm({ domains: [domain] })
  return { orgId, domain, api, admin: await api.aPerson(orgId, { role: 'admin', email: `admin@${domain}` }) }
}

export type Wanted = {
  issuer: string
  client_id?: string
  client_secret?: string
  domains?: string[]
  makes_people?: boolean
  takes_absent?: boolean
  takes_unverified?: boolean
  name?: string
}

/** Sets up a provider and turns it on. Returns its ID and return URL. */
export async function aProvider(firm: Firm, wanted: Wanted): Promise<{ id: string; redirect_address: string }> {
  const {
    name = `Provider ${randomUUID().slice(0, 4)}`,
    issuer,
    domains = [firm.domain],
    makes_people = false,
    takes_absent,
    takes_unverified,
  } = wanted
  const trust = { takes_absent, takes_unverified }
  const { client_id = 'pursuit-tests', client_secret = 'a secret between us' } = wanted
  const { body: added } = await firm.admin.call<{ id: string; redirect_address: string }>(setUp.addProvider, {
    body: { name, issuer },
  })
  const params = { id: added.id }
  const changed = await firm.admin.call(setUp.changeProvider, {
    params,
    body: { name, issuer, client_id, client_secret, domains, makes_people, ...trust },
  })
  const tried = await asIfTried(firm, added.id)
  const on = await firm.admin.call(setUp.turnOn, { params, body: { tried } })
  if (changed.status !== 200 || on.status !== 200) throw new Error(`${changed.text} ${on.text}`)
  return added
}

/** Stores a successful trial by the firm's admin, for tests about something else. Returns its ID. */
export async function asIfTried({ api, domain }: Firm, id: string): Promise<string> {
  const tried = randomUUID()
  const claims = { sub: 'admin', email: `admin@${domain}`, email_verified: true }
  await withoutRls(
    api.database,
    (tx) =>
      tx.sql`update sign_on_providers set tried = ${JSON.stringify(claims)}::jsonb, tried_id = ${tried}, tried_at = now() where id = ${id}`,
  )
  return tried
}

/** A browser that stores its cookies. */
export type Browser = { cookies: Map<string, string> }
export const aBrowser = (): Browser => ({ cookies: new Map() })
const cookieOf = ({ cookies }: Browser) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

export async function start(api: Api, browser: Browser, email: string, provider: string, app?: string) {
  const reply = await api.http.inject({
    method: 'POST',
    url: addressOf(signOnRoutes.start, {}),
    headers: { cookie: cookieOf(browser) },
    payload: { email, provider, ...(app && { app }) },
  })
  const cookie = reply.headers['set-cookie']
  const pair = String(cookie ?? '').split(';')[0]!
  if (cookie) browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  return { status: reply.statusCode, body: reply.json() as { url: string; message: string }, cookie: String(cookie) }
}

/** Returns the part after '#' of the page it is redirected to: a key or a problem. */
export async function comeBack(api: Api, browser: Browser, provider: string, query: URLSearchParams) {
  const reply = await api.http.inject({
    url: `/api/user/login/sso/callback/${provider}?${query}`,
    headers: { ...noHeaders, cookie: cookieOf(browser) },
  })
  const location = String(reply.headers.location ?? '')
  const outcome = Object.fromEntries(new URLSearchParams(location.slice(location.indexOf('#') + 1)))
  const { key, appKey, problem } = outcome
  return { status: reply.statusCode, location, text: reply.body, key, appKey, problem }
}

export async function swap(api: Api, browser: Browser, key: string, word?: string) {
  const reply = await api.http.inject({
    method: 'POST',
    url: addressOf(signOnRoutes.signIn, {}),
    headers: { cookie: cookieOf(browser) },
    payload: { key, ...(word && { word }) },
  })
  return { status: reply.statusCode, body: reply.json() as Record<string, never> & { token: string; code: string } }
}

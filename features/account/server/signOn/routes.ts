// A person's single sign-on: listing providers, going to one, returning, and signing in.

import type { FastifyRequest } from 'fastify'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { anyone, defineHandler, type Handler, Text } from '#core/server/routes.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { readToken } from '#core/server/tokens.ts'
import type { AddPeople } from '#features/admin/server/contract.ts'
import { signOnProblems, signOnRoutes } from '../../signOnContract.ts'
import { enter } from '../startSession.ts'
import { appHashOf, consumeSsoKey, openAttempt, openKey, startSsoAttempt } from './attempts.ts'
import { identityIn } from './claims.ts'
import { SignOnFailure } from './failure.ts'
import { answerLogout } from './logout.ts'
import { addressFor, claimsOf, configurationOf } from './openId.ts'
import { resolveSsoUser } from './person.ts'
import { findProvider, providersFor } from './providers.ts'
import { countStart } from './starts.ts'
import { storeSsoTest } from './tried.ts'

const addressHere = (means: Dependencies, request: FastifyRequest, path: string) =>
  // Matches how the library writes it: an explicit standard port would make it a different URL.
  new URL(path, means.siteUrl() ?? `${request.protocol}://${request.host}`).href
export const redirectAddress = (means: Dependencies, request: FastifyRequest, id: string) =>
  addressHere(means, request, `/api/user/login/sso/callback/${id}`)
export const logoutAddress = (means: Dependencies, request: FastifyRequest, id: string) =>
  addressHere(means, request, `/api/user/login/sso/logout/${id}`)

export const signOnWays = (means: Dependencies, subscriptionsOf: SubscriptionsOf, addPeople: AddPeople): Handler[] => [
  defineHandler(signOnRoutes.choices, anyone, async ({ query, database }) => ({
    providers: (await providersFor(database, query.email)).map(({ id, name }) => ({ id, name })),
  })),
  defineHandler(signOnRoutes.start, anyone, async ({ body, database, request, reply }) => {
    await countStart(database, request.ip)
    const chosen = (await providersFor(database, body.email)).find(({ id }) => id === body.provider)
    if (!chosen) throw notFound()
    const { org_id: orgId, id: providerId, name } = chosen
    const provider = await withOrg(database, orgId, (tx) => findProvider(tx, orgId, providerId))
    const configuration = await configurationOf(provider, means).catch(refuse)
    const redirectUri = redirectAddress(means, request, providerId)
    const appHash = body.app === undefined ? null : appHashOf(body.app)
    const attempt = await withOrg(database, orgId, (tx) =>
      openAttempt(tx, { orgId, providerId, redirectUri, appHash }, request, reply),
    )
    return { url: await addressFor(configuration, attempt, body.email), name }
  }),
  defineHandler(signOnRoutes.callback, anyone, async ({ params, query, database, request }) => {
    const { page, ...outcome } = await comeBack(query.state, params.provider, means, addPeople, database, request)
    // The part after '#' reaches no server log, and the page removes it from the URL.
    return new Text('', { location: `${page}#${new URLSearchParams(outcome)}` }, 303)
  }),
  defineHandler(signOnRoutes.loggedOut, anyone, ({ params, body, database, request }) =>
    answerLogout(database, means, { providerId: params.provider, token: body.logout_token, address: request.ip }),
  ),
  defineHandler(signOnRoutes.signIn, anyone, async ({ body, database, now, request, reply }) => {
    const { orgId } = readToken(body.key)!
    // Uses a separate transaction, because a rejected key is used up as well.
    const taken = await withOrg(database, orgId, (tx) => consumeSsoKey(tx, body.key, request, body.word))
    if (!taken) throw new Refusal('sign_on_expired', signOnProblems.expired, 403)
    const stillOn = (tx: Tx) => refuseTurnedOff(tx, orgId, taken.via.providerId)
    return enter({ database, now, request, reply }, { orgId, ...taken }, 'sign_on', subscriptionsOf, stillOn)
  }),
]

type Outcome = { page: string } & (
  | { key: string }
  | { appKey: string }
  | { problem: string; tried?: string }
  | { tried: string }
)
const LOGIN = '/login/sso'
/** Page in a browser that an app opened. That browser can be signed in itself. */
const APP_LOGIN = '/login/app'
const SET_UP = '/admin/sign-on'

/** Returns the page and its part after '#': a key, a message code, or the tried provider. */
async function comeBack(
  state: string,
  providerId: string,
  means: Dependencies,
  addPeople: AddPeople,
  database: Database,
  request: FastifyRequest,
): Promise<Outcome> {
  const { orgId } = readToken(state)!
  let page = LOGIN
  let via: { id: string; name: string } | undefined
  try {
    const attempt = await withOrg(database, orgId, (tx) => startSsoAttempt(tx, state, request).catch(storeFailure))
    if (attempt instanceof SignOnFailure) throw attempt
    const provider = await withOrg(database, orgId, (tx) => findProvider(tx, orgId, attempt.provider_id))
    via = provider
    // Each provider has a separate return URL, so another provider's response can't be replayed to it.
    if (attempt.is_try) page = SET_UP
    if (attempt.app_hash) page = APP_LOGIN
    if (attempt.provider_id !== providerId) throw new SignOnFailure('untrusted', 'other_provider')
    if (!provider.is_on && !attempt.is_try) throw new SignOnFailure('expired', 'provider_off')
    const configuration = await configurationOf(provider, means)
    const answer = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1))
    const claims = await claimsOf(configuration, answer, { state, ...attempt })
    if (attempt.is_try) {
      await storeSsoTest(database, provider, claims)
      return { page, tried: providerId }
    }
    const identity = identityIn(claims, provider)
    const userId = await resolveSsoUser(database, provider, identity, addPeople)
    const { browser_hash: browserHash, app_hash: appHash } = attempt
    const given = { orgId, userId, providerId, browserHash, appHash, ...identity }
    const key = await withOrg(database, orgId, (tx) => openKey(tx, given))
    return appHash ? { page, appKey: key } : { page, key }
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error
    const { problem, why } = error
    const refused = via
    // Only real attempts are logged, so that made-up states can't fill the log.
    if (refused)
      await withOrg(database, orgId, (tx) =>
        audit(
          tx,
          { org: { id: orgId } },
          { action: 'signOn.refused', subject: refused, details: { why }, address: request.ip },
        ),
      )
    return page === SET_UP ? { page, problem, tried: providerId } : { page, problem }
  }
}

/** Locks the provider's row, so that turning it off ends this session or is seen here. */
async function refuseTurnedOff(tx: Tx, orgId: string, id: string): Promise<void> {
  const { rows } = await tx.sql`
    select 1 from sign_on_providers where org_id = ${orgId} and id = ${id} and is_on for share`
  if (rows.length === 0) throw new Refusal('sign_on_expired', signOnProblems.expired, 403)
}

/** Returns the failure, because throwing would roll back the use of the state. */
function storeFailure(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error
  throw error
}

/** Throws the response to a sign-in that couldn't start. */
export function refuse(error: unknown): never {
  if (!(error instanceof SignOnFailure)) throw error
  throw new Refusal(`sign_on_${error.problem}`, signOnProblems[error.problem], 503, undefined, 30)
}

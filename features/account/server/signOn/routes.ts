// A person's way through single sign-on: which providers, off to one, back from it, and in.

import type { FastifyRequest } from 'fastify'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { audit } from '#core/server/audit.ts'
import { inFirm } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import type { Means } from '#core/server/means.ts'
import { everyone, type Served, serve, Text } from '#core/server/routes.ts'
import type { SubscriptionsOf } from '#core/server/subscriptions.ts'
import { readToken } from '#core/server/tokens.ts'
import type { AddPeople } from '#features/admin/server/contract.ts'
import { signOnProblems, signOnRoutes } from '../../signOnContract.ts'
import { enter } from '../enter.ts'
import { openAttempt, openKey, takeAttempt, takeKey } from './attempts.ts'
import { SignOnFailure } from './failure.ts'
import { addressFor, configurationOf, identityOf } from './openId.ts'
import { admit } from './person.ts'
import { findProvider, providersFor } from './providers.ts'
import { countStart } from './starts.ts'

export const redirectAddress = (means: Means, request: FastifyRequest, id: string) =>
  // As the library will write it: a standard port that was spelt out would make it another address.
  new URL(`/api/user/login/sso/callback/${id}`, means.url ?? `${request.protocol}://${request.host}`).href

export const signOnWays = (means: Means, subscriptionsOf: SubscriptionsOf, addPeople: AddPeople): Served[] => [
  serve(signOnRoutes.choices, everyone, async ({ query, database }) => ({
    providers: (await providersFor(database, query.email)).map(({ id, name }) => ({ id, name })),
  })),
  serve(signOnRoutes.start, everyone, async ({ body, database, request, reply }) => {
    await countStart(database, request.ip)
    const chosen = (await providersFor(database, body.email)).find(({ id }) => id === body.provider)
    if (!chosen) throw notFound()
    const { org_id: orgId, id: providerId, name } = chosen
    const provider = await inFirm(database, orgId, (tx) => findProvider(tx, orgId, providerId))
    const configuration = await configurationOf(provider, means).catch(refuse)
    const redirectUri = redirectAddress(means, request, providerId)
    const attempt = await inFirm(database, orgId, (tx) =>
      openAttempt(tx, { orgId, providerId, redirectUri }, request, reply),
    )
    return { url: await addressFor(configuration, attempt, body.email), name }
  }),
  serve(signOnRoutes.callback, everyone, async ({ params, query, database, request }) => {
    const outcome = await comeBack(query.state, params.provider, means, addPeople, database, request)
    // Behind '#' it reaches no server's log, and the page takes it out of the address.
    return new Text('', { location: `/login/sso#${new URLSearchParams(outcome)}` }, 303)
  }),
  serve(signOnRoutes.signIn, everyone, async ({ body, database, now, request, reply }) => {
    const { orgId } = readToken(body.key)!
    // A transaction of its own: a key that is refused is used up all the same.
    const userId = await inFirm(database, orgId, (tx) => takeKey(tx, body.key, request))
    if (!userId) throw new Refusal('sign_on_expired', signOnProblems.expired, 403)
    return enter({ database, now, request, reply }, { orgId, userId }, 'sign_on', subscriptionsOf)
  }),
]

/** What goes behind '#' of the page: a key to swap, or the code of a sentence. */
async function comeBack(
  state: string,
  providerId: string,
  means: Means,
  addPeople: AddPeople,
  database: Database,
  request: FastifyRequest,
): Promise<{ key: string } | { problem: string }> {
  const { orgId } = readToken(state)!
  let via: { id: string; name: string } | undefined
  try {
    const attempt = await inFirm(database, orgId, (tx) => takeAttempt(tx, state, request).catch(keepFailure))
    if (attempt instanceof SignOnFailure) throw attempt
    const provider = await inFirm(database, orgId, (tx) => findProvider(tx, orgId, attempt.provider_id))
    via = provider
    // Each provider has a return address of its own: an answer that another one gave is not carried to this one.
    if (attempt.provider_id !== providerId) throw new SignOnFailure('untrusted', 'other_provider')
    if (!provider.is_on) throw new SignOnFailure('expired', 'provider_off')
    const configuration = await configurationOf(provider, means)
    const answer = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1))
    const identity = await identityOf(configuration, answer, { state, ...attempt })
    const userId = await admit(database, provider, identity, addPeople)
    const { browser_hash: browserHash } = attempt
    return { key: await inFirm(database, orgId, (tx) => openKey(tx, { orgId, userId, providerId, browserHash })) }
  } catch (error) {
    if (!(error instanceof SignOnFailure)) throw error
    const { problem, why } = error
    const refused = via
    // Only what came by a real attempt: nobody fills the log from outside with made-up states.
    if (refused)
      await inFirm(database, orgId, (tx) =>
        audit(
          tx,
          { org: { id: orgId } },
          { action: 'signOn.refused', subject: refused, details: { why }, address: request.ip },
        ),
      )
    return { problem }
  }
}

/** A failure is an answer here: thrown, it would give the used state back. */
function keepFailure(error: unknown): SignOnFailure {
  if (error instanceof SignOnFailure) return error
  throw error
}

function refuse(error: unknown): never {
  if (!(error instanceof SignOnFailure)) throw error
  throw new Refusal(`sign_on_${error.problem}`, signOnProblems[error.problem], 503, undefined, 30)
}

// Requests to a provider, and the checks of its responses. Only the person's identity is stored.
import * as client from 'openid-client'
import type { Dependencies } from '#core/server/dependencies.ts'
import { addressProblem, OutboundError, outboundFetch } from '#core/server/outboundAddress.ts'
import type { Claims } from './claims.ts'
import { SignOnFailure } from './failure.ts'
import { type ProviderRow, ssoSecretContext } from './providers.ts'

const METADATA_MS = 10 * 60_000
const METADATA_MOST = 500
/** Seconds that a provider's clock can be ahead. */
const CLOCK_SKEW = 60

type Known = { configuration: client.Configuration; until: number }
/** Caches the metadata of providers for a while. It only saves a request. */
const known = new Map<string, Known>()

export async function configurationOf(provider: ProviderRow, means: Dependencies): Promise<client.Configuration> {
  const key = `${provider.org_id}/${provider.id}/${provider.issuer}/${provider.modified_at}`
  const found = known.get(key)
  if (found && found.until > Date.now()) return found.configuration
  const configuration = await discover(provider, means)
  if (known.size >= METADATA_MOST) known.delete(known.keys().next().value!)
  known.set(key, { configuration, until: Date.now() + METADATA_MS })
  return configuration
}

/** Fetches the issuer's metadata. Throws SignOnFailure. */
export async function discover(provider: ProviderRow, { box, limits }: Dependencies): Promise<client.Configuration> {
  const secret = provider.client_secret && box.open(provider.client_secret, ssoSecretContext(provider))
  if (provider.client_secret && secret === null) throw new SignOnFailure('unavailable', 'secret_unreadable')
  const problem = addressProblem(provider.issuer, limits.allowed)
  if (problem) throw new SignOnFailure('untrusted', 'issuer_address')
  const reach: client.CustomFetch = (url, { method, headers, body }) =>
    outboundFetch(url, { method, headers, body: bodyOf(body) }, limits)
  const isPlain = provider.issuer.toLowerCase().startsWith('http:')
  return asFailure(async () => {
    const options = { [client.customFetch]: reach, ...(isPlain && { execute: [client.allowInsecureRequests] }) }
    // A provider can be tested before it has issued a client ID.
    const clientId = provider.client_id || 'none-yet'
    const found = await client.discovery(new URL(provider.issuer), clientId, undefined, undefined, options)
    const server = found.serverMetadata()
    // The library lets some well-known issuers use another name. Here the name must match exactly.
    if (new URL(server.issuer).href !== new URL(provider.issuer).href)
      throw new SignOnFailure('untrusted', 'other_issuer')
    if (!server.authorization_endpoint || addressProblem(server.authorization_endpoint, limits.allowed))
      throw new SignOnFailure('untrusted', 'authorization_address')
    const configuration = new client.Configuration(server, clientId, undefined, authentication(server, secret))
    configuration[client.customFetch] = reach
    configuration.timeout = Math.ceil(limits.milliseconds / 1000) + 1
    if (isPlain) client.allowInsecureRequests(configuration)
    // Without this, the library trusts the connection for an ID token and doesn't check its signature.
    client.enableNonRepudiationChecks(configuration)
    return configuration
  })
}

export async function addressFor(
  configuration: client.Configuration,
  attempt: { state: string; nonce: string; verifier: string; redirect_uri: string },
  email: string,
): Promise<string> {
  const address = client.buildAuthorizationUrl(configuration, {
    response_type: 'code',
    redirect_uri: attempt.redirect_uri,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    login_hint: email,
  })
  return address.href
}

/**
 * Exchanges the code for the provider's claims. `answer` is the query that the browser returned with. Throws
 * SignOnFailure.
 */
export async function claimsOf(
  configuration: client.Configuration,
  answer: URLSearchParams,
  attempt: { state: string; nonce: string; verifier: string; redirect_uri: string },
): Promise<Claims> {
  return asFailure(async () => {
    const address = new URL(attempt.redirect_uri)
    address.search = answer.toString()
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    })
    const said = tokens.claims()!
    if (said.iat > Date.now() / 1000 + CLOCK_SKEW) throw new SignOnFailure('untrusted', 'issued_in_future')
    if (isEnough(said) || !configuration.serverMetadata().userinfo_endpoint) return said as Claims
    const more = await client.fetchUserInfo(configuration, tokens.access_token, said.sub)
    // The address and its verification must come from the same source.
    const { email, email_verified, xms_edov } = more.email === undefined ? said : more
    return { ...more, ...said, email, email_verified, xms_edov } as Claims
  })
}

/** Many providers return these only from the userinfo endpoint. Entra ID returns everything in the token. */
function isEnough(said: Claims): boolean {
  if (typeof said.tid === 'string') return Boolean(said.email || said.preferred_username || said.upn)
  return said.email !== undefined && (said.email_verified !== undefined || said.xms_edov !== undefined)
}

/**
 * Uses a method that the provider supports. The standard's default is 'basic'. Source: OpenID Connect Discovery,
 * section 3.
 */
function authentication(server: client.ServerMetadata, secret: string | null): client.ClientAuth {
  if (!secret) return client.None()
  const ways = server.token_endpoint_auth_methods_supported
  const isBasic = !ways || ways.includes('client_secret_basic')
  return isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
}

function bodyOf(body: client.FetchBody): string | Uint8Array | undefined {
  if (body === null || body === undefined) return undefined
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('A request to a provider has a body of an unknown kind.')
}

// — errors —————————————————————————————————————————————————————————————————————————————————————

/** Turns every provider error into a SignOnFailure. The provider's own words are never passed on. */
export async function asFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): SignOnFailure {
  const chain = causesOf(error)
  const failure = chain.find((one) => one instanceof SignOnFailure)
  if (failure) return failure
  const outbound = chain.find((one) => one instanceof OutboundError)
  if (outbound)
    return outbound.why === 'slow' || outbound.why === 'unreachable'
      ? new SignOnFailure('unavailable', outbound.why, error)
      : new SignOnFailure('untrusted', outbound.why === 'large' ? 'answer_too_large' : 'address_refused', error)
  const response = chain.find((one) => one instanceof Response)
  if (response && response.status >= 500) return new SignOnFailure('unavailable', 'provider_failed', error)
  if (error instanceof client.AuthorizationResponseError)
    return ['temporarily_unavailable', 'server_error'].includes(error.error)
      ? new SignOnFailure('unavailable', 'provider_failed', error)
      : new SignOnFailure('declined', 'provider_declined', error)
  if (error instanceof client.ResponseBodyError)
    return error.error === 'invalid_grant'
      ? new SignOnFailure('expired', 'code_refused', error)
      : new SignOnFailure('declined', 'client_refused', error)
  const { code } = error as { code?: unknown }
  return new SignOnFailure('untrusted', typeof code === 'string' ? code.toLowerCase() : 'unreadable', error)
}

function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one && chain.length < 10; one = (one as { cause?: unknown }).cause) chain.push(one)
  return chain
}

// Tests a provider step by step for the admin who sets it up. Signs no one in.
import * as client from 'openid-client'
import type { Dependencies } from '#core/server/dependencies.ts'
import { OutboundError } from '#core/server/outboundAddress.ts'
import type { SsoCheck } from '../../signOnContract.ts'
import { SignOnFailure } from './failure.ts'
import { discover } from './openId.ts'
import type { ProviderRow } from './providers.ts'

export async function testProvider(row: ProviderRow, redirectUri: string, means: Dependencies): Promise<SsoCheck[]> {
  const address: SsoCheck = { label: 'The issuer responds', problem: null }
  const configuration = await discover(row, means).catch((error) => {
    address.problem = issuerProblem(error)
    return null
  })
  if (!configuration) return [address]
  return [address, await codeCheck(configuration), await credentialCheck(configuration, row, redirectUri)]
}

async function codeCheck(configuration: client.Configuration): Promise<SsoCheck> {
  const { response_types_supported: types, code_challenge_methods_supported: methods } = configuration.serverMetadata()
  const isOff = (types && !types.includes('code')) || (methods && !methods.includes('S256'))
  return {
    label: 'It supports the authorization code flow with PKCE',
    problem: isOff ? 'Turn on the authorization code flow with PKCE (S256) at the provider.' : null,
  }
}

/**
 * Sends a made-up code. A provider that accepts our credentials rejects the code, any other rejects the credentials.
 * Source: RFC 6749, section 5.2.
 */
async function credentialCheck(
  configuration: client.Configuration,
  row: ProviderRow,
  redirectUri: string,
): Promise<SsoCheck> {
  const label = 'It accepts the client ID and secret'
  if (!row.client_id || !row.client_secret) return { label, problem: 'Enter the client ID and client secret.' }
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: 'a-code-that-never-was',
      redirect_uri: redirectUri,
      code_verifier: client.randomPKCECodeVerifier(),
    })
    return { label, problem: 'The provider accepts codes it never issued.' }
  } catch (error) {
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return { label, problem: null }
    const isRefused = error instanceof client.ResponseBodyError || error instanceof client.WWWAuthenticateChallengeError
    return {
      label,
      problem: isRefused
        ? 'The provider rejected the client ID or client secret.'
        : 'We couldn’t read the provider’s response.',
    }
  }
}

/** Uses our own words. Showing the response would let an admin read pages from inside the network. */
function issuerProblem(error: unknown): string {
  if (!(error instanceof SignOnFailure)) throw error
  if (error.why === 'secret_unreadable')
    return 'The saved client secret can’t be read on this server anymore. Enter it again.'
  if (error.why === 'other_issuer') return 'The provider uses a different issuer URL. Enter that exact URL.'
  if (error.why === 'authorization_address') return 'The provider’s sign-in page doesn’t have a secure address.'
  const { cause } = error
  for (let one = cause; one; one = (one as { cause?: unknown }).cause)
    if (one instanceof OutboundError) return one.message
  return 'We found no OpenID Connect provider at this address.'
}

// Requests the token from another service's dashboard, for one person of one firm.
import type { ExternalService } from '#core/server/externalService.ts'
import { OutboundError, type OutboundLimits, outboundFetch } from '#core/server/outboundAddress.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { KpiToken } from '../contract.ts'
import { answerWith } from './answers.ts'

const why = {
  slow: 'The dashboard service took too long to respond.',
  large: 'The dashboard service returned something other than a token.',
  refused: 'The dashboard service’s address isn’t allowed.',
  unreachable: 'We can’t reach the dashboard service.',
} as const

/**
 * Returns the service's token, or the error in the same shape. The configured URL is trusted, even within the internal
 * network, but content comes only from `origins`.
 */
export async function externalToken(
  { url, key, origins }: ExternalService,
  { org, actor }: Pick<SignedInSession, 'org' | 'actor'>,
  limits: OutboundLimits,
): Promise<KpiToken> {
  const address = `${url}/kpi/token?${new URLSearchParams({ org: org.id, user: actor.id })}`
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
  const within = { ...limits, allowed: [...limits.allowed, new URL(url).origin] }
  try {
    const answer = await outboundFetch(address, { headers }, within)
    const said = KpiToken.safeParse(await answer.json().catch(() => null))
    if (said.success && 'error' in said.data.token) return said.data
    if (answer.status !== 200 || !said.success)
      return answerWith({ error: 'server_error', error_description: why.large })
    const from = URL.parse(said.data.urls.embed)?.origin ?? ''
    if (!origins.includes(from))
      return answerWith({
        error: 'server_error',
        error_description: 'The dashboard isn’t at its configured address.',
      })
    return said.data
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return answerWith({ error: 'temporarily_unavailable', error_description: why[error.why] })
  }
}

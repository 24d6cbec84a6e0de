import { useSession } from '#core/client/session.ts'
import { sourcesInUse } from '#core/contract/sourcesInUse.ts'

/** Returns the firm's list of sources, null for a firm without referrals. */
export function useFirmSources(): readonly string[] | null {
  const session = useSession()
  return session && sourcesInUse(session.Org.lists, session.Subscriptions)
}

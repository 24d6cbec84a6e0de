import { useSession } from '#core/client/session.ts'
import { type Stages, stagesInUse } from '#core/contract/stages.ts'

/** Returns null for a firm without stages. */
export function useFirmStages(): Stages | null {
  const session = useSession()
  return session && stagesInUse(session.Org.stages, session.Subscriptions)
}

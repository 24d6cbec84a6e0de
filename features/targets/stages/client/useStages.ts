import { useIsOn, useSession } from '#core/client/session.ts'
import type { Session } from '#core/contract/session.ts'
import { offeredStages, type Stages, stagesFlag, stagesInUse } from '#core/contract/stages.ts'

export const stagesIn = (signedIn: Session | null): Stages => signedIn?.Org.stages ?? offeredStages

/** Returns null for a firm without stages. */
export const usedStages = (signedIn: Session | null): Stages | null =>
  signedIn && stagesInUse(signedIn.Org.stages, signedIn.Subscriptions)

/** Returns the firm's stages, and whether it uses any. Available offline with the session. */
export function useStages(): { stages: Stages; isOn: boolean } {
  const isOn = useIsOn(stagesFlag)
  return { stages: stagesIn(useSession()), isOn }
}

export const useUsedStages = (): Stages | null => usedStages(useSession())

// Adds steps to targets from other areas. Implemented by the feature that owns targets.
import { use } from 'react'
import { isPermitted } from './areas.ts'
import type { TargetSteps } from './feature.ts'
import { loadOnce } from './lazyComponent.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

const none = async () => () => null

/** Null when this person has no targets. Suspends while it loads. */
export function useTargetSteps(): TargetSteps | null {
  const { targetSteps } = useProduct()
  const session = useSession()
  const isOpen = targetSteps !== undefined && session !== null && isPermitted(session, targetSteps)
  const useSteps = use(loadOnce<() => TargetSteps | null>(isOpen ? targetSteps.load : none))
  return useSteps()
}

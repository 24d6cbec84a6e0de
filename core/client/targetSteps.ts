// Steps of targets for areas that lead to some: whoever knows targets takes them.
import { use } from 'react'
import { isPermitted } from './areas.ts'
import type { TargetSteps } from './feature.ts'
import { loadOnce } from './later.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

const none = async () => () => null

/** Null where there are no targets for this person. Waits for it as for a component that is loaded. */
export function useTargetSteps(): TargetSteps | null {
  const { targetSteps } = useProduct()
  const session = useSession()
  const isOpen = targetSteps !== undefined && session !== null && isPermitted(session, targetSteps)
  const useSteps = use(loadOnce<() => TargetSteps | null>(isOpen ? targetSteps.load : none))
  return useSteps()
}

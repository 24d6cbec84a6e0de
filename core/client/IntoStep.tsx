// What somebody read or wrote in one area becomes a step of another's: whoever knows steps says how.
import { LoadingPlaceholder } from '#core/ui/Awaited.tsx'
import { isPermitted } from './areas.ts'
import type { IntoStepProps } from './feature.ts'
import { lazyComponent } from './later.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Whether there are steps for this person at all. */
export function useCanMakeSteps(): boolean {
  const { stepMaker } = useProduct()
  const session = useSession()
  return stepMaker !== undefined && session !== null && isPermitted(session, stepMaker)
}

/** Chooses what becomes a step, of what, and by when. Nothing where there are no steps. */
export function IntoStep(props: IntoStepProps) {
  const { stepMaker } = useProduct()
  if (!stepMaker) return null
  const Maker = lazyComponent(stepMaker.load, <LoadingPlaceholder />)
  return <Maker {...props} />
}

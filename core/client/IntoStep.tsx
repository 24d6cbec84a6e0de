// Turns an item of one area into a step. The feature that owns steps provides the form.
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { isPermitted } from './areas.ts'
import type { IntoStepProps } from './feature.ts'
import { lazyComponent } from './lazyComponent.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

export function useCanMakeSteps(): boolean {
  const { stepMaker } = useProduct()
  const session = useSession()
  return stepMaker !== undefined && session !== null && isPermitted(session, stepMaker)
}

/** Renders nothing without the steps feature. */
export function IntoStep(props: IntoStepProps) {
  const { stepMaker } = useProduct()
  if (!stepMaker) return null
  const Maker = lazyComponent(stepMaker.load, <LoadingPlaceholder />)
  return <Maker {...props} />
}

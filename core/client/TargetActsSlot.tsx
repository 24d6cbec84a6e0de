// Actions on a target from another area, provided by the feature that owns targets.
import { isPermitted } from './areas.ts'
import type { TargetActsProps } from './feature.ts'
import { lazyComponent } from './lazyComponent.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Renders nothing while it loads, or when this person has no targets. */
export function TargetActsSlot(props: TargetActsProps) {
  const { targetActs } = useProduct()
  const session = useSession()
  if (!targetActs || !session || !isPermitted(session, targetActs)) return null
  const Acts = lazyComponent(targetActs.load)
  return <Acts {...props} />
}

// What one area tells of a target can be acted on there: whoever knows targets says how.
import { isPermitted } from './areas.ts'
import type { TargetActsProps } from './feature.ts'
import { lazyComponent } from './later.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Nothing while it is loaded, and where there are no targets for this person. */
export function TargetActsSlot(props: TargetActsProps) {
  const { targetActs } = useProduct()
  const session = useSession()
  if (!targetActs || !session || !isPermitted(session, targetActs)) return null
  const Acts = lazyComponent(targetActs.load)
  return <Acts {...props} />
}

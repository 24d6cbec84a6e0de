// What one area tells of a target can be acted on there: whoever knows targets says how.
import { Suspense } from 'react'
import { isPermitted } from './areas.ts'
import type { TargetActsProps } from './feature.ts'
import { lazyOf, useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Nothing while it is loaded, and where there are no targets for this person. */
export function TargetActs(props: TargetActsProps) {
  const { targetActs } = useProduct()
  const session = useSession()
  if (!targetActs || !session || !isPermitted(session, targetActs)) return null
  const Acts = lazyOf(targetActs.load)
  return (
    <Suspense fallback={null}>
      <Acts {...props} />
    </Suspense>
  )
}

// Shows and logs touches on pages of other areas. Provided by the feature that owns touches.
import { isPermitted } from './areas.ts'
import type { TouchParts } from './feature.ts'
import { useLazy } from './lazyComponent.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Undefined while it loads, or when this person has no touches. */
export function useTouchParts(): TouchParts | undefined {
  const { touches } = useProduct()
  const session = useSession()
  return useLazy(touches && session && isPermitted(session, touches) ? touches.load : undefined)
}

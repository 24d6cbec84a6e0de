import { type ComponentType, Suspense } from 'react'
import type { Load } from '../feature.ts'
import { lazyOf } from '../product.ts'

/** What an area brings to its line in the navigation; nobody waits for it. */
export function AreaPart({ load }: { load: Load<ComponentType> }) {
  const Part = lazyOf(load)
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  )
}

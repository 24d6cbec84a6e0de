import type { ComponentType } from 'react'
import type { Load } from '../feature.ts'
import { lazyComponent } from '../later.tsx'

/** What an area brings to its line in the navigation; nobody waits for it. */
export function AreaPart({ load }: { load: Load<ComponentType> }) {
  const Part = lazyComponent(load)
  return <Part />
}

import type { ComponentType } from 'react'
import type { Load } from '../feature.ts'
import { lazyComponent } from '../lazyComponent.tsx'

export function AreaPart({ load }: { load: Load<ComponentType> }) {
  const Part = lazyComponent(load)
  return <Part />
}

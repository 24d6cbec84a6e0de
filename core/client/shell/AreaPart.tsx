import type { ComponentType } from 'react'
import { type Load, lazyComponent } from '../lazyComponent.tsx'

export function AreaPart({ load }: { load: Load<ComponentType> }) {
  const Part = lazyComponent(load)
  return <Part />
}

import { type ComponentType, Suspense, useEffect, useState } from 'react'
import type { Load } from '../feature.ts'
import { lazyOf } from '../product.ts'
import { whenQuiet } from '../quietMoment.ts'
import s from './AreaBadge.module.css'

/** How much is new in an area. Nobody waits for it: it is asked for in a quiet moment. */
export function AreaBadge({ load }: { load: Load<ComponentType> }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => whenQuiet(() => setTime(true)), [])
  if (!isTime) return null
  const Badge = lazyOf(load)
  return (
    <span className={s.badge}>
      <Suspense fallback={null}>
        <Badge />
      </Suspense>
    </span>
  )
}

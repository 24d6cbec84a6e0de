import { type ComponentType, useEffect, useState } from 'react'
import type { Load } from '../lazyComponent.tsx'
import { whenQuiet } from '../onIdle.ts'
import s from './AreaBadge.module.css'
import { AreaPart } from './AreaPart.tsx'

/** Low priority, so it loads when the browser is idle. */
export function AreaBadge({ load }: { load: Load<ComponentType> }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => whenQuiet(() => setTime(true)), [])
  if (!isTime) return null
  return (
    <span className={s.badge}>
      <AreaPart load={load} />
    </span>
  )
}

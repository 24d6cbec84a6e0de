// Shows help with a step, provided by the feature that owns the help.
import { useLayoutEffect, useRef, useState } from 'react'
import { isPermitted } from './areas.ts'
import type { StepHelpProps } from './feature.ts'
import { lazyComponent } from './lazyComponent.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Reserves the height of the last links until these load, so that the content below doesn't move. */
export function StepHelpSlot(props: Omit<StepHelpProps, 'onKnown'>) {
  const { stepHelp } = useProduct()
  const session = useSession()
  const place = useRef<HTMLDivElement>(null)
  const [isKnown, setKnown] = useState(false)
  const room = roomKey(props.description)
  useLayoutEffect(() => {
    if (!isKnown || !place.current) return
    const height = Math.round(place.current.getBoundingClientRect().height)
    // The key uses only the first word, which comes from a starter phrase. No other text is stored.
    try {
      if (height > 0) localStorage.setItem(room, String(height))
      else localStorage.removeItem(room)
    } catch {}
  }, [isKnown, room])
  if (!stepHelp || !session || !isPermitted(session, stepHelp)) return null
  const Help = lazyComponent(stepHelp.load)
  return (
    <div ref={place} style={{ display: 'flow-root', minHeight: isKnown ? 0 : storedRoom(room) }}>
      <Help {...props} onKnown={setKnown} />
    </div>
  )
}

/** Returns pixels, or 0 when nothing is stored or storage is refused. */
function storedRoom(room: string): number {
  try {
    return Number(localStorage.getItem(room))
  } catch {
    return 0
  }
}

/** Keys by the first word and the line width. Wide windows have one of two widths. */
function roomKey(description: string): string {
  const width = innerWidth < 992 ? innerWidth : innerWidth < 1344 ? 'm' : 'l'
  return `stepHelp:${/^\p{L}*/u.exec(description.trim().toLowerCase())?.[0]}:${width}`
}

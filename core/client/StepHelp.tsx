// What helps with a step of one area stands in another: whoever knows it shows it.
import { useLayoutEffect, useRef, useState } from 'react'
import { isPermitted } from './areas.ts'
import type { StepHelpProps } from './feature.ts'
import { lazyComponent } from './later.tsx'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'

/** Places that help with a step, where there are any for this person. Until they are known they have the room of the last ones, so that nothing below them moves. */
export function StepHelpSlot(props: Omit<StepHelpProps, 'onKnown'>) {
  const { stepHelp } = useProduct()
  const session = useSession()
  const place = useRef<HTMLDivElement>(null)
  const [isKnown, setKnown] = useState(false)
  const room = roomKey(props.description)
  useLayoutEffect(() => {
    if (!isKnown || !place.current) return
    const height = Math.round(place.current.getBoundingClientRect().height)
    // The first words are those of a starter, which help was written for: nothing else of a step is stored.
    try {
      if (height > 0) localStorage.setItem(room, String(height))
      else localStorage.removeItem(room)
    } catch {
      // Without storage the help has no room ahead.
    }
  }, [isKnown, room])
  if (!stepHelp || !session || !isPermitted(session, stepHelp)) return null
  const Help = lazyComponent(stepHelp.load)
  return (
    <div ref={place} style={{ display: 'flow-root', minHeight: isKnown ? 0 : storedRoom(room) }}>
      <Help {...props} onKnown={setKnown} />
    </div>
  )
}

/** Pixels; 0 where nothing is stored, or where the browser refuses storage. */
function storedRoom(room: string): number {
  try {
    return Number(localStorage.getItem(room))
  } catch {
    return 0
  }
}

/** By the first word and the width that the lines have: on wide windows the summary has one of two. */
function roomKey(description: string): string {
  const width = innerWidth < 992 ? innerWidth : innerWidth < 1344 ? 'm' : 'l'
  return `stepHelp:${/^\p{L}*/u.exec(description.trim().toLowerCase())?.[0]}:${width}`
}

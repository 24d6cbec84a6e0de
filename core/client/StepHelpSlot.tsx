// Shows help with a step, provided by the feature that owns the help.
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isPermitted } from './areas.ts'
import type { StepHelper, StepHelpProps } from './feature.ts'
import { lazyComponent, prefetchEach } from './lazyComponent.tsx'
import { whenQuiet } from './onIdle.ts'
import { useProduct } from './product.ts'
import { useSession } from './session.ts'
import { useEngine } from './sync.tsx'

/**
 * Keeps the content below in place while help loads: reserves the height of the last links, or that of help which is
 * still folded.
 */
export function StepHelpSlot(props: Omit<StepHelpProps, 'onKnown' | 'isFolded'>) {
  const helper = useStepHelper()
  const room = roomKey(props.description)
  // Another first word has other links.
  return helper ? <Place key={room} room={room} load={helper.load} {...props} /> : null
}

/** Loads help once nothing else is to do, so that the first Target opens with it. */
export function useStepHelpAhead(): void {
  const helper = useStepHelper()
  const engine = useEngine()
  useEffect(() => {
    if (!helper) return
    return whenQuiet(() => {
      void prefetchEach([helper.load])
      helper.ask(engine).catch(() => undefined)
    })
  }, [helper, engine])
}

function useStepHelper(): StepHelper | undefined {
  const { stepHelp } = useProduct()
  const session = useSession()
  return stepHelp && session && isPermitted(session, stepHelp) ? stepHelp : undefined
}

type PlaceProps = Omit<StepHelpProps, 'onKnown' | 'isFolded'> & { room: string; load: StepHelper['load'] }

function Place({ room, load, ...props }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const [kept] = useState(() => storedRoom(room))
  const [isKnown, setKnown] = useState(false)
  // Help that is known before the first paint takes what it needs.
  const [reserved, setReserved] = useState(kept || foldedHeight())
  const isPainted = useRef(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      isPainted.current = true
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  useLayoutEffect(() => {
    const element = place.current
    if (!isKnown || !element) return
    if (!isPainted.current) setReserved(0)
    const help = element.firstElementChild
    // The key uses only the first word, which comes from a starter phrase. No other text is stored.
    try {
      if (!help) localStorage.removeItem(room)
      else if (help.querySelector('[aria-expanded="true"]')) localStorage.setItem(room, String(heightOf(help, element)))
    } catch {}
  }, [isKnown, room])
  const Help = lazyComponent(load)
  return (
    <div ref={place} style={{ display: 'flow-root', minHeight: reserved }}>
      <Help {...props} isFolded={kept === 0} onKnown={setKnown} />
    </div>
  )
}

const heightOf = (help: Element, place: Element) =>
  Math.round(help.getBoundingClientRect().bottom - place.getBoundingClientRect().top)

/** Height of the line that unfolds the links, in pixels. */
const foldedHeight = () => (innerWidth < 992 ? 72 : 60)

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

import { type RefObject, useEffect, useRef } from 'react'
import { ToastLine } from './ToastLine.tsx'
import s from './Toasts.module.css'
import { useToasts } from './toasts.ts'

/** The live region is always mounted, so that screen readers announce new messages. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const region = useRef<HTMLUListElement>(null)
  useRoomFor(region)
  return (
    <section aria-label="Messages" aria-live="polite">
      <ul className={s.region} ref={region}>
        {toasts.map((one) => (
          <ToastLine key={one.id} {...one} />
        ))}
      </ul>
    </section>
  )
}

const GAP = 8

/** Sets the height of the messages, so that fixed elements on narrow screens can stay clear of them. */
function useRoomFor(region: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let before = 0
    const look = new ResizeObserver(() => {
      const height = region.current?.offsetHeight ?? 0
      // A property of the document's root restyles every element.
      if (height === before) return
      before = height
      document.documentElement.style.setProperty('--pu-toasts', height === 0 ? '0px' : `${height + GAP}px`)
    })
    if (region.current) look.observe(region.current)
    return () => look.disconnect()
  }, [region])
}

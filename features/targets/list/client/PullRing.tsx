import { useEffect, useRef, useState } from 'react'
import s from './PullRing.module.css'

/** Distance to pull, in pixels. Source: the specification, section 9. */
const THRESHOLD = 50
const FARTHEST = 80

/** A ring that follows a pull on `page` and spins until `onRefresh` resolves. */
export function PullRing({ page, onRefresh }: { page: HTMLElement; onRefresh: () => Promise<void> }) {
  const ring = useRef<HTMLSpanElement>(null)
  const latest = useRef(onRefresh)
  latest.current = onRefresh
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    let start: { x: number; y: number } | null = null
    let pulled = 0
    let isHere = true
    const show = (distance: number) => {
      pulled = distance
      const shown = Math.min(FARTHEST, distance <= THRESHOLD ? distance : THRESHOLD + (distance - THRESHOLD) / 3)
      ring.current?.style.setProperty('--pulled', `${shown}px`)
      ring.current?.style.setProperty('--part', String(Math.min(1, distance / THRESHOLD)))
    }
    const begin = (event: TouchEvent) => {
      const touch = event.touches[0]
      start = touch && event.touches.length === 1 && scrollY === 0 ? { x: touch.clientX, y: touch.clientY } : null
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!start || !touch) return
      const down = touch.clientY - start.y
      const isMine = pulled > 0 || (down > Math.abs(touch.clientX - start.x) && scrollY === 0)
      if (!isMine || down <= 0) {
        if (pulled > 0) show(0)
        else if (down < 0) start = null
        return
      }
      if (event.cancelable) event.preventDefault()
      show(down)
    }
    const end = () => {
      start = null
      const isFar = pulled >= THRESHOLD
      show(0)
      if (!isFar) return
      setBusy(true)
      void latest.current().finally(() => isHere && setBusy(false))
    }
    const cancel = () => {
      start = null
      show(0)
    }
    page.addEventListener('touchstart', begin, { passive: true })
    page.addEventListener('touchmove', move, { passive: false })
    page.addEventListener('touchend', end)
    page.addEventListener('touchcancel', cancel)
    return () => {
      isHere = false
      page.removeEventListener('touchstart', begin)
      page.removeEventListener('touchmove', move)
      page.removeEventListener('touchend', end)
      page.removeEventListener('touchcancel', cancel)
    }
  }, [page])

  return (
    <>
      <span ref={ring} className={`grid centered round surface ${s.ring}`} data-busy={isBusy || undefined}>
        <svg
          width="20"
          height="20"
          viewBox="0 0 20 20"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <circle cx="10" cy="10" r="8" pathLength="100" />
        </svg>
      </span>
      <span className="hide" role="status">
        {isBusy ? 'Checking for updates' : ''}
      </span>
    </>
  )
}

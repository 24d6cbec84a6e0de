import { type RefObject, useEffect } from 'react'

/** Pixels of sideways movement that count as a swipe. */
const FAR = 64
/** Share of the finger's movement that the page follows. */
const FOLLOW = 0.35

type Swipe = { onLeft?: () => void; onRight?: () => void }

/** The content follows the finger. A long enough swipe calls `onLeft` or `onRight`. */
export function useSwipe(element: RefObject<HTMLElement | null>, { onLeft, onRight }: Swipe) {
  useEffect(() => {
    const box = element.current
    if (!box) return
    let from: { x: number; y: number } | null = null
    let isSideways = false
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const follow = (by: number) => {
      if (isCalm) return
      box.style.transition = by === 0 ? 'transform 300ms var(--pu-ease)' : 'none'
      box.style.transform = by === 0 ? '' : `translateX(${by * FOLLOW}px)`
    }
    const start = (event: TouchEvent) => {
      const touch = event.touches[0]
      const isTyping = (event.target as Element).closest('input, textarea, select, [data-no-swipe]')
      from = touch && event.touches.length === 1 && !isTyping ? { x: touch.clientX, y: touch.clientY } : null
      isSideways = false
    }
    const move = (event: TouchEvent) => {
      const touch = event.touches[0]
      if (!from || !touch) return
      const dx = touch.clientX - from.x
      const dy = touch.clientY - from.y
      if (!isSideways && Math.abs(dy) > 12 && Math.abs(dy) > Math.abs(dx)) from = null
      else if (isSideways || Math.abs(dx) > 12) {
        isSideways = true
        follow((dx < 0 ? onLeft : onRight) ? dx : dx / 3)
      }
    }
    const end = (event: TouchEvent) => {
      const touch = event.changedTouches[0]
      const dx = from && touch && isSideways ? touch.clientX - from.x : 0
      if (isSideways) follow(0)
      from = null
      isSideways = false
      if (dx <= -FAR) onLeft?.()
      if (dx >= FAR) onRight?.()
    }
    box.addEventListener('touchstart', start, { passive: true })
    box.addEventListener('touchmove', move, { passive: true })
    box.addEventListener('touchend', end, { passive: true })
    box.addEventListener('touchcancel', end, { passive: true })
    return () => {
      box.removeEventListener('touchstart', start)
      box.removeEventListener('touchmove', move)
      box.removeEventListener('touchend', end)
      box.removeEventListener('touchcancel', end)
    }
  }, [element, onLeft, onRight])
}

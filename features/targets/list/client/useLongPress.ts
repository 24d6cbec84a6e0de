import { useEffect, useRef } from 'react'
import { tileAt } from './activeTile.ts'

/** Milliseconds until a long press, slightly less than the phone's own. */
const PRESS_MS = 400
/** Most pixels that a resting finger can move. */
const SLACK = 10

/** Handles a long press by touch on a target. The click that follows opens nothing. */
export function useLongPress(onPress: (id: string) => void) {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const ended = new AbortController()
    const options = { signal: ended.signal }
    let timer: ReturnType<typeof setTimeout> | undefined
    let from = { x: 0, y: 0 }
    let isPressed = false
    const stop = () => clearTimeout(timer)
    const listen = <K extends keyof DocumentEventMap>(name: K, hear: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, hear, { ...options, capture: true })

    listen('pointerdown', (event) => {
      stop()
      isPressed = false
      const id = tileAt(event.target)
      if (event.pointerType !== 'touch' || id === undefined || (event.target as Element).closest('input, form')) return
      from = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => {
        isPressed = true
        latest.current(id)
      }, PRESS_MS)
    })
    listen('pointermove', (event) => {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK) stop()
    })
    listen('pointerup', stop)
    listen('pointercancel', stop)
    listen('click', (event) => {
      if (!isPressed) return
      isPressed = false
      event.preventDefault()
      event.stopPropagation()
    })
    // The link's context menu would cover the selected target.
    listen('contextmenu', (event) => {
      if (isPressed) event.preventDefault()
    })
    return () => {
      stop()
      ended.abort()
    }
  }, [])
}

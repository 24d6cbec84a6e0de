import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** In pixels, or 0 before the element is mounted. */
export function useWidth<E extends Element>(): [RefObject<E | null>, number] {
  const place = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    setWidth(Math.round(element.getBoundingClientRect().width))
    const watching = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    watching.observe(element)
    return () => watching.disconnect()
  }, [])
  return [place, width]
}

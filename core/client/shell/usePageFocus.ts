import { useMatches } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to a page that was just opened, so that keyboard and screen reader start there. Sub-tabs of one page keep it. */
export function usePageFocus(main: RefObject<HTMLElement | null>) {
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    main.current?.focus({ preventScroll: true })
  }, [page, main])
}

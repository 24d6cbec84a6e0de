import { useMatches } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Whether the page that was opened takes the focus to where it was on the one before. */
export const keepsFocus = (): boolean => (history.state as { keepsFocus?: boolean } | null)?.keepsFocus === true

/** Moves the focus to a page that was just opened, so that keyboard and screen reader start there. Sub-tabs of one page keep it. */
export function usePageFocus(main: RefObject<HTMLElement | null>) {
  const page = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    if (keepsFocus()) return
    main.current?.focus({ preventScroll: true })
  }, [page, main])
}

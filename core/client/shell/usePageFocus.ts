import { type RefObject, useEffect, useRef } from 'react'
import type { Place } from '../router/router.ts'
import { useRouter } from '../router/useRouter.ts'

/** Returns whether the opened page restores the focus from the page before. */
export const keepsFocus = ({ state }: Place): boolean => (state as { keepsFocus?: boolean }).keepsFocus === true

/** Moves the focus to an opened page, where keyboard and screen reader start. Subtabs don't move it. */
export function usePageFocus(main: RefObject<HTMLElement | null>) {
  const router = useRouter()
  const page = router.shown()?.screen.path
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    const shown = router.shown()
    if (shown && keepsFocus(shown.place)) return
    const focused = document.activeElement
    // The page has moved it to one of its fields already.
    if (focused !== main.current && main.current?.contains(focused) && focused?.checkVisibility()) return
    main.current?.focus({ preventScroll: true })
  }, [page, main, router])
}

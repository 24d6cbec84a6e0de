import { type RefObject, useEffect, useRef } from 'react'
import { useRouter } from '../router/useRouter.ts'

/** Returns whether the opened page restores the focus from the page before. */
export const keepsFocus = (): boolean => (history.state as { keepsFocus?: boolean } | null)?.keepsFocus === true

/** Moves the focus to an opened page, where keyboard and screen reader start. Subtabs don't move it. */
export function usePageFocus(main: RefObject<HTMLElement | null>) {
  const page = useRouter().shown()?.screen.path
  const before = useRef(page)
  useEffect(() => {
    if (before.current === page) return
    before.current = page
    if (keepsFocus()) return
    main.current?.focus({ preventScroll: true })
  }, [page, main])
}

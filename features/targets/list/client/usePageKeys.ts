import { useEffect, useRef } from 'react'

/** Handles single-key shortcuts of a page, except while typing, with a modifier, or under a dialog or menu. */
export function usePageKeys(keys: Record<string, () => void>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const run = latest.current[event.key]
      if (!run || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select')))
        return
      if (document.querySelector('[role="dialog"], [role="menu"]')) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

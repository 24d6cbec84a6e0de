import { useCallback, useEffect, useRef, useState } from 'react'
import { useOnNavigate } from '#core/client/useOnNavigate.ts'

/**
 * Opens lazily loaded content. Spread `button` on a button, and show the content while `isOpen`. It closes on
 * navigation, and returns the focus unless the person has moved on.
 */
export function useOpener() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // A press outside closes the content before the click event, which must not reopen it.
  const wasOpen = useRef(false)
  const close = useCallback(() => {
    setOpen(false)
    const held = document.activeElement
    if (!held || held === document.body || held.closest('[role="menu"], [role="dialog"]'))
      button.current?.focus({ preventScroll: true })
  }, [])
  useOnNavigate(isOpen, close)
  // An open panel receives only key events from inside. Focus arrives a moment later, and is lost when the focused
  // element disappears.
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && (target === button.current || target === document.body)) close()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [isOpen, close])
  return {
    isOpen,
    close,
    button: {
      ref: button,
      'aria-expanded': isOpen,
      onPointerDown: () => {
        wasOpen.current = isOpen
      },
      onClick: () => {
        setOpen(!wasOpen.current)
        wasOpen.current = false
      },
    },
  }
}

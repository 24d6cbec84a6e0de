import { useCallback, useEffect, useRef, useState } from 'react'
import { useOnNavigate } from '#core/client/useWhenLed.ts'

/**
 * A button that opens something whose code is loaded when it is first wanted. Spread `button` on it, show the rest while `isOpen`.
 * It closes by itself when the person is led to a page. Closing hands the cursor back to the button unless the person has moved on.
 */
export function useOpener() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // A press outside of what is open closes it before the click arrives: that click must not open it again.
  const wasOpen = useRef(false)
  const close = useCallback(() => {
    setOpen(false)
    const held = document.activeElement
    if (!held || held === document.body || held.closest('[role="menu"], [role="dialog"]'))
      button.current?.focus({ preventScroll: true })
  }, [])
  useOnNavigate(isOpen, close)
  // An open panel hears only keys pressed within it. Focus moves there a moment after the panel is shown, and is lost when the focused element goes.
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

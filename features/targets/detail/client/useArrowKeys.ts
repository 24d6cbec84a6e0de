import { useEffect } from 'react'

/** Ignores keys while the person types, uses tabs or options, or in a dialog. */
export function useArrowKeys(onLeft: () => void, onRight: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
      if (!isArrow || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (needsArrows(event.target as Element) || document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      if (event.key === 'ArrowLeft') onLeft()
      else onRight()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onLeft, onRight])
}

const needsArrows = (element: Element): boolean =>
  element.closest?.(
    'input, textarea, select, [contenteditable="true"], [role="tab"], [role="menu"], [role="listbox"], form',
  ) != null

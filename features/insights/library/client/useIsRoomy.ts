import { useSyncExternalStore } from 'react'

// Editing and dragging need a width of 768 px and a mouse. Source: the specification, sections 2 and 9.
const query = typeof matchMedia === 'undefined' ? null : matchMedia('(min-width: 768px) and (pointer: fine)')
const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

export const useIsRoomy = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? true)

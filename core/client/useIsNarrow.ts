import { useSyncExternalStore } from 'react'

const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 61.99em)')
const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Below 992 px, bottom tabs and sheets replace popovers and dialogs. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? false)

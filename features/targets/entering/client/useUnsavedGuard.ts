import { useBlocker } from '@tanstack/react-router'

/**
 * Holds back a change of page while there are unsaved edits, and lets the browser ask before the tab is closed.
 * `isAsking` is true while a change of page waits for an answer: `leave` lets it go on, `stay` drops it.
 */
export function useUnsavedGuard(isDirty: boolean): { isAsking: boolean; leave: () => void; stay: () => void } {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return { isAsking: status === 'blocked', leave: () => proceed?.(), stay: () => reset?.() }
}

import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

type Edited = {
  isDirty: boolean
  submit: () => Promise<boolean>
  /** Returns whether this navigation closes the form. By default, every one does. */
  isLeft?: (from: string, to: string) => boolean
}

/**
 * Asks before unsaved edits are lost: on close, on navigation, and (by the browser) when the tab closes. Show
 * `UnsavedPrompt` while `isAsking`.
 */
export function useUnsaved({ isDirty, submit, isLeft = () => true }: Edited, onClose: () => void) {
  const [isAsked, setAsked] = useState(false)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && isLeft(current.pathname, next.pathname),
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return {
    isAsking: isAsked || status === 'blocked',
    /** Asks first if there are unsaved edits. */
    close: () => (isDirty ? setAsked(true) : onClose()),
    stay: () => {
      setAsked(false)
      reset?.()
    },
    drop: () => {
      onClose()
      proceed?.()
    },
    save: async () => {
      setAsked(false)
      if (await submit()) proceed?.()
      else reset?.()
    },
  }
}

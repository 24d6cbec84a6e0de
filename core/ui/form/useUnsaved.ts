import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

type Edited = {
  isDirty: boolean
  submit: () => Promise<boolean>
  /** Whether going from one address to another closes the form. Every change of address does where this is left out. */
  isLeft?: (from: string, to: string) => boolean
}

/**
 * Asks before unsaved edits are lost: when the person closes the form, when the page is about to change, and (the
 * browser asks) when the tab is closed. Show `UnsavedPrompt` while `isAsking`.
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
    /** Closes the form, after asking when there are unsaved edits. */
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

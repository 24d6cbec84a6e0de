import { useState } from 'react'
import { useBlocker } from '#core/client/router/useBlocker.ts'

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
  const blocked = useBlocker(isDirty, isLeft)
  return {
    isAsking: isAsked || blocked !== null,
    /** Asks first if there are unsaved edits. */
    close: () => (isDirty ? setAsked(true) : onClose()),
    stay: () => {
      setAsked(false)
      blocked?.reset()
    },
    drop: () => {
      onClose()
      blocked?.proceed()
    },
    save: async () => {
      setAsked(false)
      if (await submit()) blocked?.proceed()
      else blocked?.reset()
    },
  }
}

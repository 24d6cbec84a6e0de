import { createContext } from 'react'

/** What the cursor returns to when a dialog closes whose opener is gone by then: a menu's button for its items. */
export const DialogOpener = createContext<HTMLElement | null>(null)

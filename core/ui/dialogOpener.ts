import { createContext } from 'react'

/** Focused when a dialog closes after its opener has disappeared, such as a menu item. */
export const DialogOpener = createContext<HTMLElement | null>(null)

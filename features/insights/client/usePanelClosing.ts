// Asks before unsaved input is lost in a panel beside the Library or in a dialog over it.
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import { kindAddressOf } from '../library/listing.ts'

const isLibrary = (path: string) => {
  const tab = path.replace('/insights/', '')
  return tab === 'library' || kindAddressOf(tab) !== null
}
/** The kinds are filters of one page, so the panel stays open across them. */
const isLeft = (from: string, to: string) => !(isLibrary(from) && isLibrary(to))

type Edited = { isDirty: boolean; submit: () => Promise<boolean> }

export const usePanelClosing = (edited: Edited, onClose: () => void) => useUnsaved({ ...edited, isLeft }, onClose)

/** `what` is text such as 'this digest'. */
export const unsavedQuestion = (what: string) => `You have made changes to ${what}. Do you want to save them first?`

// A message for the page that comes after this one.
import { type Toast, toast } from './toasts.ts'

const KEY = 'toast'

export function toastLater(given: Pick<Toast, 'message' | 'color'>) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(given))
  } catch {
    // Without storage the next page says nothing.
  }
}

/** Says what the page before this one left to be said. */
export function toastNow() {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    if (kept) toast(JSON.parse(kept) as Toast)
  } catch {
    // What can't be read is not said.
  }
}

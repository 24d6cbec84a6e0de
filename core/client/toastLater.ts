// A message for the next page.
import { type Toast, toast } from './toasts.ts'

const KEY = 'toast'

export function toastLater(given: Pick<Toast, 'message' | 'color'>) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(given))
  } catch {
    // Without storage the next page shows no message.
  }
}

export function toastNow() {
  try {
    const kept = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    if (kept) toast(JSON.parse(kept) as Toast)
  } catch {}
}

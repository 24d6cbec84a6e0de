// A login that waits for its second factor, between the login page and the one-time-code page. It lives as long as the tab, and opens nothing by itself.
import type { Challenge } from '../../loginContract.ts'

const KEY = 'waitingLogin'

export function savePendingLogin(challenge: Challenge) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(challenge))
  } catch {
    // The browser's cookie holds the challenge too; what is lost is which ways are offered.
  }
}

/** The login of this address; where it is not known, a text message is what the page was made for. */
export function waitingLogin(email: string): Pick<Challenge, 'email' | 'methods'> & { challenge?: string } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Challenge | null
    if (kept?.email === email && typeof kept.challenge === 'string' && Array.isArray(kept.methods)) return kept
  } catch {
    // As if it were not there.
  }
  return { email, methods: ['text'] }
}

export function clearPendingLogin() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}

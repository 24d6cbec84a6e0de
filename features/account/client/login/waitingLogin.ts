// Stores a login between the login page and the one-time-code page. It lasts as long as the tab and grants no access.
import type { Challenge } from '../../loginContract.ts'

const KEY = 'waitingLogin'

export function savePendingLogin(challenge: Challenge) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(challenge))
  } catch {
    // The cookie holds the challenge too, so only the available methods are lost.
  }
}

/** Returns the pending login of this address. Falls back to a text message if the login is unknown. */
export function waitingLogin(email: string): Pick<Challenge, 'email' | 'methods'> & { challenge?: string } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Challenge | null
    if (kept?.email === email && typeof kept.challenge === 'string' && Array.isArray(kept.methods)) return kept
  } catch {
    // An unreadable entry counts as missing.
  }
  return { email, methods: ['text'] }
}

export function clearPendingLogin() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored.
  }
}

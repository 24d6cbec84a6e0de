// An app's sign-in takes place in the system's browser, where the provider can recognize the person. Another app could
// intercept the returned key, so it only works with a word that this app keeps. Browser and server only have the word's
// hash.

import { nativeShell } from '#core/client/nativeShell.ts'
import { onServer } from '#core/client/serverAddress.ts'

const WORD = 'signOnWord'

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')

/** Returns whether an app's sign-in has to start outside this page. */
export const isElsewhere = (): boolean => nativeShell?.openInBrowser !== undefined && nativeShell.storage !== undefined

/** Opens the firm's sign-in page in the system's browser. */
export async function beginInBrowser(email: string): Promise<void> {
  const word = base64url(crypto.getRandomValues(new Uint8Array(32)))
  nativeShell?.storage?.setItem(WORD, word)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(word)))
  const asked = new URLSearchParams({ ...(email && { email }), app: base64url(hash) })
  nativeShell?.openInBrowser?.(`${onServer('/login/app')}?${asked}`)
}

/** Returns the word once, or undefined if this page started no sign-in elsewhere. */
export function consumeSsoSignInKey(): string | undefined {
  const word = nativeShell?.storage?.getItem(WORD) ?? undefined
  if (word !== undefined) nativeShell?.storage?.removeItem(WORD)
  return word
}

/** Reads the hash that the app passed to the browser. */
export const appInAddress = (): string | undefined => {
  const app = new URLSearchParams(location.search).get('app')
  return app && /^[\w-]{43}$/.test(app) ? app : undefined
}

/** Returns the link back to the app. It contains nothing about the person. */
export const backToApp = (key: string): string => `pursuit://open/login/sso#key=${key}`

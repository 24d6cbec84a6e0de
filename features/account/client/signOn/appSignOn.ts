// A sign-on of an app takes place in the system's browser, where the firm's provider may know the person already. Its key comes back by a link that
// another app could catch: it is good only with a word that this app made up and keeps, of which the browser and the server know the hash.
import { onServer } from '#core/client/serverAddress.ts'
import { nativeShell } from '#core/client/wrapper.ts'

const WORD = 'signOnWord'

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')

/** Whether the sign-on is for an app and has to be begun in another place than this page. */
export const isElsewhere = (): boolean => nativeShell?.openInBrowser !== undefined && nativeShell.storage !== undefined

/** Opens the firm's own page for it in the system's browser. */
export async function beginInBrowser(email: string): Promise<void> {
  const word = base64url(crypto.getRandomValues(new Uint8Array(32)))
  nativeShell?.storage?.setItem(WORD, word)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(word)))
  const asked = new URLSearchParams({ ...(email && { email }), app: base64url(hash) })
  nativeShell?.openInBrowser?.(`${onServer('/login/app')}?${asked}`)
}

/** The word, once; undefined where this page began no sign-on in another place. */
export function consumeSsoSignInKey(): string | undefined {
  const word = nativeShell?.storage?.getItem(WORD) ?? undefined
  if (word !== undefined) nativeShell?.storage?.removeItem(WORD)
  return word
}

/** In the browser: the hash that the app sent along. */
export const appInAddress = (): string | undefined => {
  const app = new URLSearchParams(location.search).get('app')
  return app && /^[\w-]{43}$/.test(app) ? app : undefined
}

/** Where the browser leads back to the app; it says nothing of the person. */
export const backToApp = (key: string): string => `pursuit://open/login/sso#key=${key}`

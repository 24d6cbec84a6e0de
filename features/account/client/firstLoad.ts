// Loads first: the login page and the frame around every page.
import type { FirstLoad } from '#core/client/firstLoad.ts'

export const firstLoad: readonly FirstLoad[] = [
  { name: 'account', files: ['contract.ts', 'loginContract.ts', 'signInContract.ts'], opens: 'signedOut' },
  { name: 'login', files: ['client/login/LoginPage.tsx'], opens: 'signedOut' },
  { name: 'inside', files: ['client/inside/SignedIn.tsx'] },
  { name: 'soon', files: ['client/inside/sessionTransitions.ts'], opens: 'later' },
]

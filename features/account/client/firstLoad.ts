// What opens first: the login, and what stands around every page.
import type { FirstLoad } from '#core/client/firstLoad.ts'

export const firstLoad: readonly FirstLoad[] = [
  { name: 'login', files: ['sessionContract.ts', 'client/login/LoginPage.tsx'], opens: 'signedOut' },
  { name: 'inside', files: ['client/inside/SignedIn.tsx'] },
]

// Runs before the client: loads the stored data, finds the firm's server, and sets up the phone's integration.

import { followBackButton } from './back.ts'
import { clearSharedFiles } from './files.ts'
import { firstStart } from './firstStart.ts'
import { openKept } from './kept.ts'
import { followClicks } from './links.ts'
import { followScheme } from './look.ts'
import { SERVER, wrapperOf } from './wrapper.ts'

followScheme()
followBackButton()
void clearSharedFiles()

const kept = await openKept()
const known = kept.getItem(SERVER)
const { server, path } = known === null ? await firstStart() : { server: known, path: undefined }
if (known === null) {
  kept.setItem(SERVER, server)
  await kept.written()
}
if (path !== undefined) history.replaceState(null, '', path)

// The page's policy allows any https server. From here on only this one is allowed.
const policy = document.createElement('meta')
policy.httpEquiv = 'Content-Security-Policy'
policy.content = `connect-src 'self' blob: ${server}`
document.head.append(policy)

followClicks(server)
Object.assign(globalThis, { pursuitWrapper: wrapperOf(server, kept, (to) => location.replace(to)) })
await import(/* @vite-ignore */ document.querySelector<HTMLElement>('[data-client]')!.dataset.client!)

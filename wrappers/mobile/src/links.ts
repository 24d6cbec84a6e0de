// An app has no tabs for links that a browser would open in another.
import { saveFile } from './files.ts'

/**
 * App pages open in the app, files of the firm's server in the share sheet, and everything else in the system's
 * browser.
 */
export function followClicks(server: string): void {
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link?.href) return
      if (link.origin === location.origin) link.removeAttribute('target')
      else if (link.origin === server && link.pathname.startsWith('/api/files/')) {
        event.preventDefault()
        void saveFrom(link.href, link.download)
      }
    },
    { capture: true },
  )
}

async function saveFrom(address: string, name: string): Promise<void> {
  const answer = await fetch(address)
  if (!answer.ok) return
  const said = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
  await saveFile(name || (said ? decodeURIComponent(said) : 'file'), await answer.blob())
}

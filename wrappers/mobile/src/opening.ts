// Links of the app's scheme and tapped pushes, including those from before the page could follow them.
import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { FirebaseMessaging } from '@capacitor-firebase/messaging'

/** '/targets/active' for 'pursuit://open/targets/active', or null. */
export function pathIn(link: string): string | null {
  const [, path] = /^pursuit:\/\/open(\/.*)$/i.exec(link) ?? []
  return path !== undefined && isOwn(path) ? path : null
}

const isOwn = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path)

export function followLinks(): (open: (path: string) => void) => void {
  let open: ((path: string) => void) | undefined
  const waiting: string[] = []
  const lead = (path: string | null) => {
    if (path === null) return
    if (open) open(path)
    else waiting.push(path)
  }
  void App.addListener('appUrlOpen', ({ url }) => {
    // The sheet of a sign-in covers the app.
    void Browser.close().catch(() => undefined)
    lead(pathIn(url))
  })
  // The link that started the app is followed once, even when the page reloads.
  void App.getLaunchUrl().then((launch) => {
    if (!launch?.url || sessionStorage.getItem('launch') === launch.url) return
    sessionStorage.setItem('launch', launch.url)
    lead(pathIn(launch.url))
  })
  void FirebaseMessaging.addListener('notificationActionPerformed', ({ notification }) => {
    const { path } = (notification.data ?? {}) as { path?: unknown }
    lead(isOwn(path) ? path : null)
  }).catch(() => undefined)
  return (followed) => {
    open = followed
    for (const path of waiting.splice(0)) followed(path)
  }
}

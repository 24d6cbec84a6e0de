// What leads into the app from outside: links of its scheme and pushes that were tapped. Also those that came before the page could follow them.
import { App } from '@capacitor/app'
import { Browser } from '@capacitor/browser'
import { FirebaseMessaging } from '@capacitor-firebase/messaging'

/** 'pursuit://open/targets/active' is '/targets/active'; null for anything else. */
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
    // The sheet in which a sign-on took place is over it.
    void Browser.close().catch(() => undefined)
    lead(pathIn(url))
  })
  // A link that the app was started by comes once, also where the page is loaded again.
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

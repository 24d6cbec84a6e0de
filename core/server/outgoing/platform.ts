// Message format and failure handling shared by all device platforms.
import { Undeliverable } from './deliveries.ts'
import { appLink } from './links.ts'
import type { Push } from './outgoing.ts'

export type Registered = { platform: 'web' | 'fcm'; endpoint: string; keys: { p256dh: string; auth: string } }

/** Throws `NobodyThere` for a device that accepts no more pushes. */
export type Platform = (registered: Registered, push: Push, sending: PlatformSend) => Promise<void>
/** `id` is the same for every attempt. */
export type PlatformSend = { id: string; lastWord: () => Promise<void>; signal: AbortSignal }

/** The deployment's settings are at fault, so the device stays registered. */
export class AccountRefused extends Undeliverable {}

/** Seconds that services store a push for a device that is off. */
export const TTL_SECONDS = 24 * 60 * 60
const LONGEST = { title: 200, body: 1000, path: 500 }

/** Makes the path absolute, so that a stored one can't lead elsewhere. */
export function describePlatform({ title, body, path, tag }: Push, site: string): Push {
  const url = appLink(site, path.slice(0, LONGEST.path))
  return {
    title: cut(title, LONGEST.title),
    body: cut(body, LONGEST.body),
    path: url.slice(site.length) || '/',
    ...(tag && { tag: cut(tag, LONGEST.title) }),
  }
}

/** Two bytes per character, since services accept 4 kB, and no split characters, which some reject. */
const cut = (text: string, length: number) =>
  Buffer.from(text.slice(0, length))
    .subarray(0, 2 * length)
    .toString()
    .replace(/\ufffd+$/, '')

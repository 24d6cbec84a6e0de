// What all kinds of devices have in common: what is shown, and what a failure means for the device.
import { Undeliverable } from './deliveries.ts'
import { appLink } from './links.ts'
import type { Push } from './outgoing.ts'

export type Registered = { platform: 'web' | 'fcm'; endpoint: string; keys: { p256dh: string; auth: string } }

/** One kind of device. Throws NobodyThere for a device that takes no more. */
export type Platform = (registered: Registered, push: Push, sending: PlatformSend) => Promise<void>
/** `id` is the same each time that one push is tried. */
export type PlatformSend = { id: string; lastWord: () => Promise<void>; signal: AbortSignal }

/** It will never be taken as this deployment is set up: the device is not to blame, and is not given up for it. */
export class AccountRefused extends Undeliverable {}

/** How long a service keeps it for a device that is off. */
export const TTL_SECONDS = 24 * 60 * 60
const LONGEST = { title: 200, body: 1000, path: 500 }

/** What a device shows. The path is made absolute here, so that a stored one can't lead elsewhere. */
export function describePlatform({ title, body, path, tag }: Push, site: string): Push {
  const url = appLink(site, path.slice(0, LONGEST.path))
  return {
    title: cut(title, LONGEST.title),
    body: cut(body, LONGEST.body),
    path: url.slice(site.length) || '/',
    ...(tag && { tag: cut(tag, LONGEST.title) }),
  }
}

/** Two bytes a letter, since services take 4 kB in all; and no half of a character, which some refuse. */
const cut = (text: string, length: number) =>
  Buffer.from(text.slice(0, length))
    .subarray(0, 2 * length)
    .toString()
    .replace(/\ufffd+$/, '')

// Stores a video in pieces in a cache of this person, from which the service worker serves it offline. The cache has
// the name of the local database, so ending the session deletes both.
import { create } from 'zustand'
import { errorMessages } from '#core/contract/errors.ts'
import type { Media } from '#core/contract/video.ts'
import { identityOf, session, useSessionState } from '../session.ts'
import { isStorageFull } from '../storageSupport.ts'
import { sizeWords } from './sizeWords.ts'

const PIECE_BYTES = 4 * 1024 * 1024
/** Left free for other data on this device. */
const SPARE_BYTES = 100 * 1024 * 1024
const TRY_AGAIN_MS = 10_000

export type OfflineVideos = {
  /** Plays offline. */
  kept: { version: string; bytes: number } | null
  /**
   * `waiting` resumes by itself when the network is back. `begun` is from an earlier page, and `storeVideo` resumes it.
   */
  way:
    | { state: 'begun' }
    | { state: 'keeping' | 'waiting'; bytes: number; total: number }
    | { state: 'failed'; problem: string }
    | null
}

/** Written last, so a video without it is incomplete. */
type Head = { id: string; version: string; type: string; bytes: number; pieceBytes: number; name: string; at: string }

/** Different bytes give a new version, even in a different file. */
export const videoVersion = ({ id, version }: Pick<Media, 'id' | 'version'>): string => `${id}-${version}`

const useKeepings = create<{ of: Record<string, OfflineVideos> }>()(() => ({ of: {} }))
/** Keyed by person, so that the next person here starts with nothing stored. */
const mine = (id: string) => `${identityOf(session.get())}/${id}`
const nothing: OfflineVideos = { kept: null, way: null }
const say = (id: string, change: Partial<OfflineVideos>) =>
  useKeepings.setState(({ of }) => ({ of: { ...of, [mine(id)]: { ...(of[mine(id)] ?? nothing), ...change } } }))

/** Undefined until this device has been checked, see `lookFor`. */
export function useKeeping(id: string): OfflineVideos | undefined {
  const whose = useSessionState((now) => identityOf(now.session))
  return useKeepings(({ of }) => of[`${whose}/${id}`])
}

type UnderWay = { stop: AbortController; over: Promise<void> }
const underWay = new Map<string, UnderWay>()
// The end of the session stops the downloads, so that none is stored for a person who has left.
useSessionState.subscribe((now, before) => {
  if (!now.isDead && identityOf(now.session) === identityOf(before.session)) return
  for (const { stop } of underWay.values()) stop.abort()
  underWay.clear()
})

const cacheName = () => `pursuit:${identityOf(session.get())}`
const pathOf = (id: string, version: string) =>
  `/kept/${encodeURIComponent(identityOf(session.get()))}/${id}/${version}`

/** Requires an active service worker, which serves the video. */
export const canKeep = (): boolean => 'caches' in globalThis && !!navigator.serviceWorker?.controller

const isCache = async () => 'caches' in globalThis && (await caches.has(cacheName()))
const isThere = async () => canKeep() && (await isCache())
/** Expects a URL below '/kept'. */
const idIn = ({ url }: Request) => new URL(url).pathname.split('/')[3] ?? ''

async function headOf(id: string): Promise<Head | undefined> {
  return (await offlineVideos()).find((head) => head.id === id)
}

const savedIn = (head: Head | undefined): OfflineVideos['kept'] =>
  head ? { version: head.version, bytes: head.bytes } : null

/** Complete videos only. */
export async function offlineVideos(): Promise<Head[]> {
  if (!(await isCache())) return []
  const cache = await caches.open(cacheName())
  const heads = (await cache.keys()).filter(isHead)
  const read = await Promise.all(heads.map(async (request) => (await cache.match(request))?.json() as Promise<Head>))
  return read.filter((head) => head !== undefined)
}

/** Returns the version that plays offline, or null. An earlier version plays until the newer one is stored. */
export async function lookFor(id: string): Promise<{ url: string; poster: string; version: string } | null> {
  const head = canKeep() ? await headOf(id).catch(() => undefined) : undefined
  const isBegun = await hasBegun(id, head).catch(() => false)
  if (underWay.has(id)) say(id, { kept: savedIn(head) })
  else say(id, { kept: savedIn(head), way: isBegun ? { state: 'begun' } : null })
  if (!head) return null
  const url = pathOf(id, head.version)
  return { url, poster: `${url}/poster`, version: head.version }
}

async function hasBegun(id: string, head: Head | undefined): Promise<boolean> {
  if (!(await isThere())) return false
  const cache = await caches.open(cacheName())
  return (await cache.keys()).some((request) => idIn(request) === id && !(head && isOf(request, id, head.version)))
}

const isOf = ({ url }: Request, id: string, version: string) =>
  new URL(url).pathname.startsWith(`${pathOf(id, version)}/`)

/** Returns bytes, or null when the browser doesn't say. */
export async function spaceLeft(): Promise<number | null> {
  const { quota, usage } = (await navigator.storage?.estimate().catch(() => null)) ?? {}
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage - SPARE_BYTES)
}

type Renew = () => Promise<Media>

/** `id` is the same for all versions, and `renew` requests valid URLs. */
type Wish = { id: string; name: string; renew: Renew }

/**
 * Stores a version or resumes an unfinished one. An earlier version stays until then. Never throws: `useKeeping`
 * reports failures.
 */
export async function storeVideo(wish: Wish, media: Media): Promise<void> {
  const { id } = wish
  if (underWay.has(id)) return underWay.get(id)!.over
  const stop = new AbortController()
  const over = storeAll(wish, media, stop.signal).finally(() => {
    if (underWay.get(id)?.stop === stop) underWay.delete(id)
  })
  underWay.set(id, { stop, over })
  return over
}

async function storeAll({ id, name, renew }: Wish, media: Media, signal: AbortSignal): Promise<void> {
  const version = videoVersion(media)
  try {
    say(id, { way: { state: 'keeping', bytes: 0, total: media.bytes } })
    if ((await headOf(id))?.version !== version) {
      const room = await spaceLeft()
      if (room !== null && room < media.bytes) throw new Problem(noSpaceOnDevice(media.bytes, room))
      // Otherwise the browser may clear the video. Not awaited because Firefox asks the person.
      void navigator.storage?.persist?.().catch(() => false)
      await fetchPieces(id, media, renew, signal)
      await finish(id, media, name, signal)
    }
    say(id, { kept: { version, bytes: media.bytes }, way: null })
  } catch (thrown) {
    if (signal.aborted) return
    // A partial video is useless and takes space.
    await removeBegun(id).catch(() => undefined)
    say(id, { way: { state: 'failed', problem: problemOf(thrown, media.bytes) } })
  }
}

class Problem extends Error {}

const replaced = 'This video was replaced in the meantime. Try again.'
const noSpaceOnDevice = (needed: number, left: number) =>
  `This video needs ${sizeWords(needed)}, but this device has only ${sizeWords(left)} free.`

function problemOf(thrown: unknown, bytes: number): string {
  if (thrown instanceof Problem) return thrown.message
  if (isStorageFull(thrown)) return `This device doesn’t have ${sizeWords(bytes)} free. Nothing was saved.`
  return errorMessages.tryAgain
}

async function fetchPieces(id: string, first: Media, renew: Renew, signal: AbortSignal): Promise<void> {
  const { bytes: total } = first
  const cache = await caches.open(cacheName())
  const path = pathOf(id, videoVersion(first))
  let media = first
  let renewed = 0
  let tag: string | null = null
  for (let at = 0; at < total; ) {
    const piece = `${path}/${at / PIECE_BYTES}`
    const end = Math.min(total, at + PIECE_BYTES)
    if (!(await cache.match(piece))) {
      const answer = await fetch(media.urls.at(-1)!, {
        headers: { range: `bytes=${at}-${end - 1}` },
        cache: 'no-store',
        signal,
      }).catch(() => null)
      signal.throwIfAborted()
      const body = answer?.status === 206 ? await answer.blob().catch(() => null) : null
      signal.throwIfAborted()
      if (!body || body.size !== end - at) {
        if (answer && answer.status < 500 && answer.status !== 206) {
          // The URL has expired, or the person lost access.
          if (++renewed > 3) throw new Problem(errorMessages.tryAgain)
          media = await renew()
          if (videoVersion(media) !== videoVersion(first)) throw new Problem(replaced)
        } else await untilOnline(id, at, total, signal)
        continue
      }
      renewed = 0
      const newTag = answer?.headers.get('etag') ?? null
      if (tag !== null && newTag !== tag) throw new Problem(replaced)
      tag = newTag
      await cache.put(piece, new Response(body))
    }
    at = end
    say(id, { way: { state: 'keeping', bytes: at, total } })
  }
}

async function untilOnline(id: string, bytes: number, total: number, signal: AbortSignal): Promise<void> {
  say(id, { way: { state: 'waiting', bytes, total } })
  await new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, TRY_AGAIN_MS)
    addEventListener('online', go)
    signal.addEventListener('abort', go, { once: true })
  })
  signal.throwIfAborted()
  say(id, { way: { state: 'keeping', bytes, total } })
}

async function finish(id: string, media: Media, name: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const { type, bytes, poster } = media
  const version = videoVersion(media)
  const cache = await caches.open(cacheName())
  const path = pathOf(id, version)
  if (poster) {
    const picture = await fetch(poster, { cache: 'no-store' }).catch(() => null)
    // A video is worth storing even without its thumbnail.
    signal.throwIfAborted()
    if (picture?.ok) await cache.put(`${path}/poster`, picture)
  }
  const before = await headOf(id)
  const head: Head = { id, version, type, bytes, pieceBytes: PIECE_BYTES, name, at: new Date().toISOString() }
  await cache.put(`${path}/head`, new Response(JSON.stringify(head)))
  // With two records of one video, it would be random which one plays.
  if (before && before.version !== version) await cache.delete(`${pathOf(id, before.version)}/head`)
  await remove((request) => idIn(request) === id && !isOf(request, id, version))
}

/** Deletes the unfinished pieces. A complete earlier version stays. */
export async function stopKeeping(id: string): Promise<void> {
  await stop(id)
  await removeBegun(id)
  say(id, { way: null })
}

/** Stops the download and deletes everything stored for the video. */
export async function clearVideo(id: string): Promise<void> {
  await stop(id)
  await remove((request) => idIn(request) === id)
  say(id, nothing)
}

async function stop(id: string): Promise<void> {
  const now = underWay.get(id)
  now?.stop.abort()
  underWay.delete(id)
  // A piece that is still being written would remain.
  await now?.over
}

/** Deletes all except these, the videos that the person can still watch. */
export async function clearOtherVideos(ids: ReadonlySet<string>): Promise<void> {
  if (!(await isCache())) return
  const name = cacheName()
  const cache = await caches.open(name)
  const found = new Set([...(await cache.keys()).map(idIn), ...underWay.keys()])
  for (const id of found) {
    // Another person is signed in by now, and this list isn't theirs.
    if (cacheName() !== name) return
    if (!ids.has(id)) await clearVideo(id)
  }
}

async function removeBegun(id: string): Promise<void> {
  const head = await headOf(id)
  await remove((request) => idIn(request) === id && !(head && isOf(request, id, head.version)))
}

/** Deletes the record first, because the video is unusable without it. */
async function remove(isIt: (request: Request) => boolean): Promise<void> {
  if (!(await isCache())) return
  const cache = await caches.open(cacheName())
  const found = (await cache.keys()).filter(isIt)
  const [heads, rest] = [found.filter(isHead), found.filter((one) => !isHead(one))]
  for (const request of [...heads, ...rest]) await cache.delete(request)
}

const isHead = ({ url }: Request) => url.endsWith('/head')

// Caches the built files of one version and serves them when the server is down. The build prepends `FILES`: every
// built file, and the version.
/* global FILES */
const CACHE = `pursuit-${FILES.version}`
const PAGE = '/index.html'

/** Parallel fetches, few enough not to delay a part that the person opens. */
const AT_ONCE = 4

self.addEventListener('install', (event) => {
  event.waitUntil(
    keepAll().catch(async (problem) => {
      // Caches all files of a version or none.
      await caches.delete(CACHE)
      throw problem
    }),
  )
})

async function keepAll() {
  const cache = await caches.open(CACHE)
  for (let from = 0; from < FILES.paths.length; from += AT_ONCE)
    await cache.addAll(FILES.paths.slice(from, from + AT_ONCE).map(asked))
}

/** Built files have a content hash in their names, so loaded ones aren't fetched again. */
const asked = (path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })

// A new version is activated when the old one's last tab closes, or when a person clicks 'Update Now'.
self.addEventListener('message', (event) => {
  if (event.data === 'skipWaiting') self.skipWaiting()
})

// Keeps the previous version's files, because another tab may still open a part of it.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([
      self.clients.claim(),
      caches.keys().then((names) => {
        const older = names.filter((name) => name.startsWith('pursuit-') && name !== CACHE)
        return Promise.all(older.slice(0, -1).map((name) => caches.delete(name)))
      }),
    ]),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (/^\/(api\/|demo\/|kpi\/|media\/|healthz$|meta\.json$)/.test(pathname)) return
  if (pathname.startsWith('/kept/')) return event.respondWith(answerKept(request, pathname))
  event.respondWith(answer(request, request.mode === 'navigate' ? PAGE : pathname))
})

// Browsers require that every push shows a notification, even an unreadable one.
self.addEventListener('push', (event) => {
  const { title, body, path, tag } = told(event.data)
  const shown = { body, tag, data: { path }, icon: '/icon-192.png', badge: '/icon-192.png' }
  event.waitUntil(self.registration.showNotification(title, shown))
})

function told(sent) {
  let given = {}
  try {
    given = sent?.json() ?? {}
  } catch {
    // Not sent by Pursuit.
  }
  const text = (value, otherwise) => (typeof value === 'string' && value !== '' ? value : otherwise)
  const { origin, pathname, search } = new URL(text(given.path, '/notifications'), self.location.origin)
  return {
    title: text(given.title, 'Pursuit'),
    body: text(given.body, 'You have a new notification.'),
    path: origin === self.location.origin ? pathname + search : '/notifications',
    tag: text(given.tag, undefined),
  }
}

// An open window navigates by itself, so that no typed text is lost.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path ?? '/'))
})

async function open(path) {
  const [first] = await self.clients.matchAll({ type: 'window' })
  if (!first) return self.clients.openWindow(path)
  const shown = await first.focus().catch(() => first)
  shown.postMessage({ open: path })
}

async function answer(request, path) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(path)
  if (kept) return kept
  // Built files have a content hash in their names, so any version's match is correct.
  return (path.startsWith('/assets/') && (await caches.match(path))) || fetch(request)
}

// Serves offline videos, stored in pieces in a cache with the name of the local database (see
// core/client/player/offlineVideos.ts). '/kept/<whose>/<video>/<version>' is a video, and the paths below it are its pieces and
// thumbnail.
async function answerKept(request, path) {
  const gone = () => new Response(null, { status: 404 })
  const [, , whose = '', ...rest] = path.split('/').map(decodeURIComponent)
  // Opening a missing cache would create it.
  const name = `pursuit:${whose}`
  if (!(await caches.has(name))) return gone()
  const cache = await caches.open(name)
  if (rest.length !== 2) return (await cache.match(path)) ?? gone()
  const head = await (await cache.match(`${path}/head`))?.json()
  return head ? partOf(head, request.headers.get('range'), (n) => cache.match(`${path}/${n}`)) : gone()
}

/** Builds a range response. Source: RFC 9110, section 14. */
function partOf({ bytes, pieceBytes, type }, asked, pieceAt) {
  const headers = { 'content-type': type, 'accept-ranges': 'bytes', 'cache-control': 'no-store' }
  const found = /^bytes=(\d*)-(\d*)$/.exec(asked ?? '')
  const [first = '', last = ''] = found?.slice(1) ?? []
  const isPart = first !== '' || last !== ''
  const start = first !== '' ? Number(first) : last !== '' ? Math.max(0, bytes - Number(last)) : 0
  const end = first !== '' && last !== '' ? Math.min(Number(last), bytes - 1) : bytes - 1
  if (isPart && (start >= bytes || end < start))
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } })
  let at = start
  const body = new ReadableStream(
    {
      async pull(controller) {
        const n = Math.floor(at / pieceBytes)
        const piece = await (await pieceAt(n))?.blob()
        if (!piece) throw new Error('A piece of this video is gone.')
        const begin = at - n * pieceBytes
        const part = piece.slice(begin, Math.min(piece.size, begin + end - at + 1))
        if (part.size === 0) throw new Error('A piece of this video is too short.')
        controller.enqueue(new Uint8Array(await part.arrayBuffer()))
        at += part.size
        if (at > end) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const about = { ...headers, 'content-length': String(end - start + 1) }
  if (!isPart) return new Response(body, { headers: about })
  return new Response(body, { status: 206, headers: { ...about, 'content-range': `bytes ${start}-${end}/${bytes}` } })
}

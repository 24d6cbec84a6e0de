// Starts the app with the server down: keeps the built files of one version and answers with them.
// `FILES` is put in front of this by the build: every built file, and the version they are of.
/* global FILES */
const CACHE = `pursuit-${FILES.version}`
const PAGE = '/index.html'

/** Files are fetched so many at a time: what a person opens meanwhile waits for few of them. */
const AT_ONCE = 4

self.addEventListener('install', (event) => {
  event.waitUntil(
    keepAll().catch(async (problem) => {
      // All files of a version are kept, or none.
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

/** Built files are named by their contents: what the page has loaded already is not fetched again. */
const asked = (path) => new Request(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' })

// A new version waits until the last tab of the old one is gone, or until a person says 'Update Now' in one of them.
self.addEventListener('message', (event) => {
  if (event.data === 'skipWaiting') self.skipWaiting()
})

// The files of the version before stay: another tab may still run it, and open a part of it that it has not loaded yet.
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

// Something to tell while the app may be closed. What can't be read is still something: a browser wants every push shown.
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
    // Not ours.
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

// A window that is open goes there by itself, so that nothing typed in it is lost; otherwise a new one opens.
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
  // Built files are named by their contents: whichever version has one, it is the right one.
  return (path.startsWith('/assets/') && (await caches.match(path))) || fetch(request)
}

// Videos that a person keeps on this device lie in a cache of the name of their local database, in pieces: see core/client/player/keep.ts.
// '/kept/<whose>/<video>/<version>' is one of them, and what is below it is a piece or its poster.
async function answerKept(request, path) {
  const gone = () => new Response(null, { status: 404 })
  const [, , whose = '', ...rest] = path.split('/').map(decodeURIComponent)
  // Opening a cache that is not there would make one.
  const name = `pursuit:${whose}`
  if (!(await caches.has(name))) return gone()
  const cache = await caches.open(name)
  if (rest.length !== 2) return (await cache.match(path)) ?? gone()
  const head = await (await cache.match(`${path}/head`))?.json()
  return head ? partOf(head, request.headers.get('range'), (n) => cache.match(`${path}/${n}`)) : gone()
}

/** As a server answers a range. Source: RFC 9110, section 14. */
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

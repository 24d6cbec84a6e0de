// Starts the app with the server down: keeps the built files of one version and answers with them.
// `FILES` is put in front of this by the build: every built file, and the version they are of.
/* global FILES */
const CACHE = `pursuit-${FILES.version}`
const PAGE = '/index.html'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll(FILES.paths.map((path) => new Request(path, { cache: 'reload' })))),
  )
})

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
  if (/^\/(api\/|healthz$|meta\.json$)/.test(pathname)) return
  event.respondWith(answer(request, request.mode === 'navigate' ? PAGE : pathname))
})

async function answer(request, path) {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(path)
  if (kept) return kept
  // Built files are named by their contents: whichever version has one, it is the right one.
  return (path.startsWith('/assets/') && (await caches.match(path))) || fetch(request)
}

import './reactItself.ts'
import '#core/ui/styles.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { composeFeatures } from '#core/client/feature.ts'
import { showLive } from '#core/client/lastScreen.ts'
import { nativeShell } from '#core/client/nativeShell.ts'
import { whenIdle } from '#core/client/onIdle.ts'
import { followWorker, routerOf } from '#core/client/router/router.ts'
import { announceUpdate } from '#core/client/update.ts'
import { App } from './App.tsx'
import { features } from './features.tsx'

/** Milliseconds until the live screen shows, however far it is. */
const LATEST_MS = 4000

const product = composeFeatures(features)
const router = routerOf(product)
const loading = router.load()
// Separate tasks, so that the browser's other work isn't blocked.
setTimeout(start)

async function start() {
  followWorker(router)
  if (nativeShell) void import('#core/client/wrapped.ts').then((file) => file.followWrapper(router))
  const root = createRoot(document.getElementById('root')!)
  await loading
  // A screen that fails in a way nothing foresaw must not stay hidden.
  setTimeout(showLive, LATEST_MS)
  // In slices, so that the browser can respond in between.
  startTransition(() =>
    root.render(
      <App
        product={product}
        router={router}
        nonce={(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ ?? ''}
      />,
    ),
  )
}

whenIdle(() => void import('#core/client/updating.ts').then((file) => file.watchForUpdates()))

// Caches the whole app once this page has all its own files. The development server serves modules one by one, and none
// of those should be cached.
const persistOnDevice = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') whenIdle(persistOnDevice)
  else addEventListener('load', () => whenIdle(persistOnDevice), { once: true })
}

// A missing part means that a newer version replaced this one. Offline, the cause is unknown.
addEventListener('vite:preloadError', () => navigator.onLine && announceUpdate())

// Where the client starts.
import './reactItself.ts'
import '#core/ui/styles.ts'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { composeFeatures } from '#core/client/feature.ts'
import { whenIdle } from '#core/client/quietMoment.ts'
import { followWorker, loadAhead, routerOf } from '#core/client/router.tsx'
import { announceUpdate } from '#core/client/update.ts'
import { nativeShell } from '#core/client/wrapper.ts'
import { App } from './App.tsx'
import { features } from './features.tsx'

const product = composeFeatures(features)
const ahead = loadAhead(product, location.pathname)
// In tasks of their own: what the browser has to do meanwhile is not held up.
setTimeout(() => start(routerOf(product)))

async function start(router: ReturnType<typeof routerOf>) {
  followWorker(router)
  if (nativeShell) void import('#core/client/wrapped.ts').then((file) => file.followWrapper(router))
  const root = createRoot(document.getElementById('root')!)
  // A screen that React has to wait for is held back for a third of a second.
  await Promise.allSettled([ahead, router.load()])
  // In slices, for the same reason.
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

// Keeping the whole app on the device begins when this page has all its own files. Development serves modules one by one: nothing of that may be kept.
const persistOnDevice = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  if (document.readyState === 'complete') whenIdle(persistOnDevice)
  else addEventListener('load', () => whenIdle(persistOnDevice), { once: true })
}

// A part of this version that is no longer there has gone because a newer one is; without a network nothing is known of it.
addEventListener('vite:preloadError', () => navigator.onLine && announceUpdate())

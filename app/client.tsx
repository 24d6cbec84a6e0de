// Where the client starts.
import '#core/ui/styles.ts'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#core/client/ErrorBoundary.tsx'
import { composeFeatures } from '#core/client/feature.ts'
import { ProductContext } from '#core/client/product.ts'
import { followWorker, loadAhead, routerOf } from '#core/client/router.tsx'
import { Toasts } from '#core/client/Toasts.tsx'
import { announceUpdate } from '#core/client/update.ts'
import { roles, theme } from '#core/ui/theme.ts'
import { features } from './features.tsx'

const product = composeFeatures(features)
const ahead = loadAhead(product, location.pathname)
const router = routerOf(product)
followWorker(router)

const root = createRoot(document.getElementById('root')!)
// A screen that React has to wait for is held back for a third of a second.
void Promise.allSettled([ahead, router.load()]).then(() =>
  root.render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={roles}
      defaultColorScheme="auto"
      getStyleNonce={() => (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ ?? ''}
      colorSchemeManager={localStorageColorSchemeManager({ key: 'scheme' })}
    >
      <ErrorBoundary>
        <ProductContext value={product}>
          <RouterProvider router={router} />
        </ProductContext>
      </ErrorBoundary>
      <Toasts />
    </MantineProvider>,
  ),
)

// Development serves modules one by one: nothing of that may be kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void navigator.serviceWorker.register('/sw.js').catch(() => undefined)

const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500))
whenIdle(() => void import('#core/client/updating.ts').then((file) => file.watchForUpdates()))
// A part of this version that is no longer there has gone because a newer one is; without a network nothing is known of it.
addEventListener('vite:preloadError', () => navigator.onLine && announceUpdate())

// Renders the login and a new device's first screen to HTML, which the build writes into the page, so that they appear
// before any script has run.
import { createMemoryHistory } from '@tanstack/history'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static.edge'
import { composeFeatures } from '#core/client/feature.ts'
import { routerOf } from '#core/client/router/router.ts'
import { SplashScreen } from '#core/client/shell/SplashScreen.tsx'
import { App } from './App.tsx'
import { features } from './features.tsx'

const PATH = '/login'

/**
 * Keyed by the names in public/beforePaint.js. The login is the one for a browser with passkeys. Rejects with the error
 * a component threw.
 */
export const aheadAsText = async (nonce: string): Promise<{ login: string; inside: string }> => ({
  login: await loginAsText(nonce),
  inside: await asText(<SplashScreen />),
})

async function loginAsText(nonce: string): Promise<string> {
  const browser = { location: new URL(PATH, 'http://localhost'), isSecureContext: true, PublicKeyCredential: Object }
  Object.assign(globalThis, browser)
  const product = composeFeatures(features)
  const router = routerOf(product, createMemoryHistory({ initialEntries: [PATH] }))
  await router.load()
  return asText(<App product={product} router={router} nonce={nonce} />)
}

async function asText(drawn: ReactNode): Promise<string> {
  const problems: unknown[] = []
  const { prelude } = await prerender(drawn, { onError: (problem) => void problems.push(problem) })
  const html = await new Response(prelude).text()
  if (problems.length > 0) throw problems[0]
  return html
}

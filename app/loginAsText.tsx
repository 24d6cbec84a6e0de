// The login as the app shows it, as text: the build writes it into the page, so that it is painted before any script has run.
import { createMemoryHistory } from '@tanstack/react-router'
import { prerender } from 'react-dom/static.edge'
import { composeFeatures } from '#core/client/feature.ts'
import { loadAhead, routerOf } from '#core/client/router.tsx'
import { App } from './App.tsx'
import { features } from './features.tsx'

const PATH = '/login'

/** HTML of what stands at /login in a browser that has passkeys; `nonce` for its style elements. Rejects with what a component threw. */
export async function loginAsText(nonce: string): Promise<string> {
  const browser = { location: new URL(PATH, 'http://localhost'), isSecureContext: true, PublicKeyCredential: Object }
  Object.assign(globalThis, browser)
  const product = composeFeatures(features)
  const router = routerOf(product, createMemoryHistory({ initialEntries: [PATH] }))
  await Promise.all([loadAhead(product, PATH), router.load()])
  const problems: unknown[] = []
  const { prelude } = await prerender(<App product={product} router={router} nonce={nonce} />, {
    onError: (problem) => void problems.push(problem),
  })
  const html = await new Response(prelude).text()
  if (problems.length > 0) throw problems[0]
  return html
}

import type { Page } from '@playwright/test'

/** Stops the app's own scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/first-.*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

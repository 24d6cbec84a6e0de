// Counts what the first screen consists of and what the browser does for it, so that neither grows back.
import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '#tests/browser.ts'

/** Resolves 250 ms after the list is there, without a look at the page that would make the browser restyle it. */
const watchForList = () => {
  const listed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-tile]')) return
      observer.disconnect()
      setTimeout(resolve, 250)
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  Object.assign(globalThis, { listed })
}

async function countOf(devtools: CDPSession, name: 'RecalcStyleCount' | 'LayoutCount' | 'JSEventListeners') {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find((metric) => metric.name === name)!.value
}

/** React listens at its root to every event there is, whatever the screen. */
async function reactListeners(devtools: CDPSession): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'document.getElementById("root")' })
  const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId! })
  return listeners.length
}

async function listenersOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  return (await countOf(devtools, 'JSEventListeners')) - (await reactListeners(devtools))
}

/** Opens the list. Resolves when it's on the device, and nothing loads anymore. */
async function settled(page: Page): Promise<CDPSession> {
  await page.locator('#root [data-tile]').first().waitFor()
  await expect(page.locator('#last-screen')).toHaveCount(0)
  await page.waitForTimeout(1500)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return devtools
}

test.use({ viewport: { width: 1280, height: 800 } })

test('has few elements, icons, and listeners', { tag: '@everyCommit' }, async ({ app, page }) => {
  await app.signIn(page)
  const devtools = await settled(page)
  const counts = await page.evaluate(() => {
    const tiles = [...document.querySelectorAll('[data-tile]')]
    return {
      tiles: tiles.length,
      elements: document.querySelectorAll('*').length,
      drawings: document.querySelectorAll('svg, svg *').length,
      inTiles: tiles.reduce((sum, tile) => sum + tile.querySelectorAll('*').length + 1, 0) / tiles.length,
    }
  })
  expect(counts.tiles).toBeGreaterThan(5)
  expect(counts.elements).toBeLessThanOrEqual(900)
  expect(counts.drawings).toBeLessThanOrEqual(120)
  expect(counts.inTiles).toBeLessThanOrEqual(22)
  // Those of the sign-in go with its garbage, and on a busy machine parts still load.
  await expect.poll(() => listenersOf(devtools)).toBeLessThanOrEqual(150)
})

test('restyles and lays out the page few times', async ({ app, page }) => {
  await page.addInitScript(watchForList)
  await app.signIn(page)
  const devtools = await settled(page)
  const counts: [restyled: number, laidOut: number][] = []
  for (let i = 0; i < 5; i++) {
    await page.reload({ waitUntil: 'commit' })
    await page.evaluate('listed')
    counts.push([await countOf(devtools, 'RecalcStyleCount'), await countOf(devtools, 'LayoutCount')])
    await settled(page)
  }
  // A quiet machine needs 14 and 2. On a busy one, the same work is split over more frames.
  expect(Math.min(...counts.map(([restyled]) => restyled))).toBeLessThanOrEqual(40)
  expect(Math.min(...counts.map(([, laidOut]) => laidOut))).toBeLessThanOrEqual(4)
})

// Covers a worksheet and a PDF in each of the three engines.
import { expect, test } from '#tests/browser.ts'
import { startChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { personAt } from './person.ts'
import { startWebKit } from './webkit.ts'

const engines: Record<string, () => Promise<Engine>> = {
  Chromium: startChromium,
  Firefox: startFirefox,
  WebKitGTK: startWebKit,
}

const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
/** The first page of a PDF shows its text. */
const DRAWN = `(document.querySelector('.textLayer')?.textContent ?? '').length > 20`

for (const [name, start] of Object.entries(engines))
  test(
    `fills a worksheet offline in ${name}, syncs it later, and opens a PDF on a phone`,
    { tag: ['@ownServer', '@keptOnDevice'] },
    async ({ app }, info) => {
      test.slow()
      const engine = await start()
      const person = personAt(engine)
      try {
        await person.holds(1280, 800)
        await person.signsIn(app.url, app.people.dana)
        await person.clicks('link', 'Trainer')
        await person.clicks('link', /^Worksheets/)
        await person.clicks('link', 'Hold a client review')
        await person.sees('heading', 'Hold a client review')
        await person.asks('navigator.serviceWorker.ready.then(() => true)')
        await app.kill()
        await person.types(/^Their year: What did they say/, 'They plan a second plant.')
        // Leaving the page blurs the cell, because a headless Firefox has no focus to lose.
        await person.clicks('link', 'Transcript')
        await person.clicks('link', 'Worksheet')
        const year = `document.querySelector('textarea[aria-label^="Their year: What did they say"]')?.value`
        await expect.poll(() => person.asks(year)).toBe('They plan a second plant.')
        await person.reloads()
        await expect.poll(() => person.asks(year)).toBe('They plan a second plant.')
        await app.restart()
        await person.reads('All saved')

        await person.holds(390, 844)
        const { assets } = (await app.call('dana', 'assets')) as { assets: { id: string; name: string }[] }
        const paper = assets[0]!
        await person.opens(`${app.url}/viewer/assets`)
        await person.sees('link', paper.name)
        expect(await person.asks(SIDEWAYS)).toBe(0)
        await person.opens(`${app.url}/viewer/assets/${paper.id}`)
        await person.sees('searchbox', 'Search in this file')
        await expect.poll(() => person.asks(DRAWN)).toBe(true)
        expect(await person.asks(SIDEWAYS)).toBe(0)
      } catch (error) {
        await person.picture(info.outputPath(`${name}.png`)).catch(() => undefined)
        throw error
      } finally {
        await engine.close()
      }
    },
  )

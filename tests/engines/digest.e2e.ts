// Covers the morning cards and a digest in each of the three engines.
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
const TITLE = 'Landlords, tenants and leases'

for (const [name, start] of Object.entries(engines))
  test(
    `reads cards offline in ${name}, then drafts and previews a digest at a desk and on a phone`,
    { tag: ['@ownServer', '@keptOnDevice'] },
    async ({ app }, info) => {
      test.slow()
      const engine = await start()
      const person = personAt(engine)
      try {
        await person.holds(1280, 800)
        await person.signsIn(app.url, app.people.morgan)
        await person.clicks('link', /^Insights/)
        await person.sees('region', /^Insight 1 of/)
        await person.asks('navigator.serviceWorker.ready.then(() => true)')
        await app.kill()
        await person.clicks('button', 'Next insight')
        await person.sees('region', /^Insight 2 of/)
        await app.restart()
        await person.reads('All saved')

        await person.opens(`${app.url}/insights/digests`)
        await person.clicks('button', 'Create Digest')
        const panel = ['dialog', 'Create Digest'] as const
        await person.types(/^Title/, TITLE, panel)
        await person.types(/^Description/, 'Two things for whoever rents.', panel)
        await person.clicks('radio', 'Hartwell & Stone', panel)
        await person.clicks('button', 'Add from the Library', panel)
        const pick = ['dialog', 'Add from the Library'] as const
        await person.types('Search the Library', 'leases', pick)
        await person.clicks('button', 'Add Leases that end in the next two years', pick)
        await person.clicks('button', 'Done', pick)
        await person.holds(390, 844)
        await expect.poll(() => person.asks(SIDEWAYS)).toBe(0)
        await person.clicks('checkbox', 'All', panel)
        await person.clicks('button', 'Preview', panel)
        const shown = `document.querySelector('iframe')?.contentDocument?.body?.textContent.includes('${TITLE}') === true`
        await expect.poll(() => person.asks(shown)).toBe(true)
        await person.clicks('button', 'Close', ['dialog', 'Digest Preview'])
        await person.clicks('button', 'Save as a draft', panel)
        await person.seesNo('dialog', 'Create Digest')
        await person.sees('button', `Actions for ${TITLE}`)
        expect(await person.asks(SIDEWAYS)).toBe(0)
      } catch (error) {
        await person.picture(info.outputPath(`${name}.png`)).catch(() => undefined)
        throw error
      } finally {
        await engine.close()
      }
    },
  )

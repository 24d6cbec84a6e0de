// Covers the main job of Pursuit, with the same test in each of the three engines.
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

type Tiles = {
  tiles: { company: string; status: string; revenue: number | null; task: { description: string } | null }[]
}

for (const [name, start] of Object.entries(engines))
  test(
    `completes a day’s work in ${name}: sign-in, target, step, win, offline reload, dark scheme, phone`,
    { tag: ['@ownServer', '@keptOnDevice'] },
    async ({ app }, info) => {
      test.slow()
      const engine = await start()
      const person = personAt(engine)
      const dialog = (title: string | RegExp) => ['dialog', title] as const
      const allSaved = () => person.reads('All saved')
      const onServer = async (company: string) => {
        const { tiles } = (await app.call('dana', 'tiles?status=active,completed')) as Tiles
        return tiles.filter((tile) => tile.company === company)
      }
      /** The list draws only what can be seen. */
      async function finds(company: string) {
        await expect.poll(() => person.asks(`document.getElementById('last-screen') === null`)).toBe(true)
        await person.types('Search these Targets', company)
      }
      async function createsTarget(company: string, objective: string) {
        await person.clicks('button', 'New Target')
        await person.types('Company', company, dialog('New Target'))
        await person.types(/^Objective/, objective, dialog('New Target'))
        await person.clicks('button', /^Create Target/, dialog('New Target'))
        await person.seesNo('dialog', 'New Target')
        await person.sees('article', company)
      }
      try {
        await person.holds(1280, 800)
        await person.signsIn(app.url, app.people.dana)

        await createsTarget('Ardent Mills', 'Win the first engagement')
        await finds('Ardent Mills')
        await person.clicks('button', /Take A Step$/, ['article', 'Ardent Mills'])
        await person.types('Step', 'Read their annual report', dialog('Take A Step'))
        await person.clicks('button', 'Take A Step', dialog('Take A Step'))
        await person.sees('button', 'Done? Take the Next Step: Read their annual report', ['article', 'Ardent Mills'])
        await person.clicks('button', /^Done\? Take the Next Step/, ['article', 'Ardent Mills'])
        await person.types('Next step', 'Call their controller', dialog('Done? Take the Next Step'))
        await person.clicks('button', 'Done, Next Step', dialog('Done? Take the Next Step'))
        await person.sees('button', 'Done? Take the Next Step: Call their controller', ['article', 'Ardent Mills'])
        await person.clicks('button', 'Clear the search')
        await createsTarget('Bluefin Labs', 'Renew the mandate')
        await person.clicks('button', 'More for Bluefin Labs')
        await person.clicks('menuitem', 'Won')
        await person.types('Estimated won revenue amount', '48000', dialog('Mark Bluefin Labs as won'))
        await person.clicks('button', 'Won', dialog('Mark Bluefin Labs as won'))
        await person.clicks('button', 'Skip', dialog('Who did Bluefin Labs come from?'))
        await person.seesNo('article', 'Bluefin Labs')
        await allSaved()
        await expect.poll(() => onServer('Bluefin Labs')).toMatchObject([{ status: 'completed', revenue: 48_000 }])

        await person.asks('navigator.serviceWorker.ready.then(() => true)')
        await app.kill()
        await person.reloads()
        await finds('Ardent Mills')
        await person.sees('article', 'Ardent Mills')
        await person.clicks('button', 'Clear the search')
        await createsTarget('Corvid Press', 'Meet the new partner')
        await person.reloads()
        await finds('Corvid Press')
        await person.sees('article', 'Corvid Press')
        await app.restart()
        await allSaved()
        await expect.poll(() => onServer('Corvid Press')).toMatchObject([{ status: 'active' }])

        await person.clicks('button', /Dana Reyes/)
        await person.clicks('menuitemradio', 'Dark')
        await person.reloads()
        await person.sees('article', 'Corvid Press')
        expect(await person.asks('getComputedStyle(document.body).backgroundColor')).toBe('rgb(16, 22, 31)')

        await person.holds(390, 844)
        await person.reloads()
        await person.sees('article', 'Corvid Press')
        await person.clicks('button', 'Clear the search')
        await createsTarget('Deltoid Freight', 'Join their panel')
        await allSaved()
        expect(await person.asks('innerWidth')).toBe(390)
        expect(await person.asks('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
        await expect.poll(() => onServer('Deltoid Freight')).toMatchObject([{ status: 'active' }])
      } catch (error) {
        await person.picture(info.outputPath(`${name}.png`)).catch(() => undefined)
        throw error
      } finally {
        await engine.close()
      }
    },
  )

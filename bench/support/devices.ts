// Signed-in browser pages of the real app, and the time from an action to its painted frame in them.
import { join } from 'node:path'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '#tools/chromium.ts'
import { pathOf } from '#tools/programs.ts'
import { PASSWORD } from './firm.ts'

/** Paints frames as soon as they're ready, to exclude the wait for the display's refresh. */
const unpaced = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

export type InPage = {
  bench: { isStored: (targets: number) => Promise<boolean>; isControlled: () => boolean; isLive: () => boolean }
}
export type Device = { page: Page; devtools: CDPSession; context: BrowserContext }

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: pathOf('chromium'), args: [...chromiumFlags, ...unpaced] })

export async function deviceOf(context: BrowserContext): Promise<Device> {
  await context.addInitScript({ path: join(import.meta.dirname, 'inPage.js') })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devtools, context }
}

export function contextOf(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: 'America/Los_Angeles' })
}

/** Opens a page whose targets are all on the device. */
export async function signedIn(browser: Browser, url: string, email: string, targets: number): Promise<Device> {
  const device = await deviceOf(await contextOf(browser))
  const { page } = device
  await page.goto(`${url}/login`)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page
    .getByLabel(/password/i)
    .first()
    .fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  // Tiles that move below a resting pointer would be drawn again, depending on where they happen to be.
  await page.mouse.move(0, 0)
  await page
    .getByRole('status')
    .filter({ hasText: `${targets} Targets` })
    .waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForFunction((count) => (globalThis as unknown as InPage).bench.isStored(count), targets, {
    timeout: 60_000,
  })
  await page.waitForFunction(() => (globalThis as unknown as InPage).bench.isControlled())
  return device
}

/** Both in milliseconds. */
export type Timed = { took: number; cpu: number }

/** CPU time of the page's main thread in milliseconds. Load on the machine doesn't stretch it. */
async function cpuOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** `script` runs in the page and returns the milliseconds that an action took. */
export async function timed({ page, devtools }: Device, script: string): Promise<Timed> {
  const before = await cpuOf(devtools)
  const took = await page.evaluate<number>(script)
  const cpu = (await cpuOf(devtools)) - before
  await page.waitForTimeout(120)
  return { took, cpu }
}

/** From the click on a menu item to the frame in which its tile has changed or disappeared. */
export async function acted(device: Device, item: string, fold?: string): Promise<Timed> {
  await device.page.evaluate(fold ? `bench.openMenu('${item}', '${fold}')` : `bench.openMenu('${item}')`)
  return timed(device, 'bench.choose()')
}

/** Snoozes and holds tiles of a list in turn. */
export const actedInTurn = (device: Device, turn: number): Promise<Timed> =>
  turn % 2 === 0 ? acted(device, 'Next week', 'Snooze') : acted(device, 'On Hold')

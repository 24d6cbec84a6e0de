// Typing in the panels that choose among 2,000 people: from a key to the painted frame, in Chromium on the real app.
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { type LargePanel, largePanels, openLargeFirm, signInTo } from '#tests/largeFirm.ts'
import { chromiumFlags } from '#tools/chromium.ts'
import { buildClient } from '#tools/clientBuild.mjs'
import { pathOf } from '#tools/programs.ts'
import { median, percentile, print } from './support/figures.ts'

const TEXT = 'An overview of everyone here'
/** Paints frames as soon as they're ready, to exclude the wait for the display's refresh. */
const unpaced = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

await buildClient(process.execPath)
const firm = await openLargeFirm()
const browser = await chromium.launch({ executablePath: pathOf('chromium'), args: [...chromiumFlags, ...unpaced] })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'America/Los_Angeles' })
await context.addInitScript({ path: join(import.meta.dirname, 'support/inPage.js') })
const page = await context.newPage()
await signInTo(page, firm)
const only = process.env.PURSUIT_BENCH_PANEL
for (const panel of largePanels.filter(({ name }) => !only || name === only)) await measure(page, panel)
await browser.close()
await firm.end()

async function measure(page: Page, panel: LargePanel): Promise<void> {
  const opened = await panel.open(page, firm.url)
  const times: number[] = []
  const medians: string[] = []
  for (const { name, find, text = TEXT } of panel.fields) {
    const field = find(opened)
    await field.click()
    await page.waitForTimeout(500)
    await page.evaluate('bench.watchKeys()')
    // The first key also loads code and fonts.
    for (const letter of `x${text}`) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      await page.waitForTimeout(60)
    }
    for (const _ of text) {
      await page.keyboard.press('Backspace')
      await page.waitForTimeout(60)
    }
    const taken = (await page.evaluate<number[]>('bench.keyTimes()')).slice(1)
    times.push(...taken)
    medians.push(`${name} ${median(taken).toFixed(1)}, slowest ${Math.max(...taken).toFixed(0)}`)
  }
  for (const [share, label] of [
    [0.5, 'median'],
    [0.99, 'p99'],
  ] as const)
    print({
      name: `a key in a panel with 2,000 people, ${panel.name}, ${label}`,
      value: percentile(times, share),
      unit: 'ms',
      goal: { most: 16 },
      ...(label === 'median' && { detail: medians.join('; ') }),
    })
}

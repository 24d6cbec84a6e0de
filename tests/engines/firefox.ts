// Debian's Firefox, which implements WebDriver BiDi without a driver.
import { type ElementHandle, launch } from 'puppeteer-core'
import { pathOf } from '#tools/programs.ts'
import type { Engine } from './engine.ts'

export async function startFirefox(): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: pathOf('firefox'),
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  const [page = await browser.newPage()] = await browser.pages()
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    resize: (width, height) => page.setViewport({ width, height }),
    ask: (script) => page.evaluate(script),
    async find(script) {
      const found = (await page.evaluateHandle(script)).asElement() as ElementHandle<HTMLElement> | null
      if (!found) return null
      return { click: () => found.click(), type: (text) => page.keyboard.type(text) }
    },
    picture: async (path) => void (await page.screenshot({ path: path as `${string}.png` })),
    close: () => browser.close(),
  }
}

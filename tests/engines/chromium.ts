import { chromium } from '@playwright/test'
import { chromiumFlags } from '#tools/chromium.ts'
import { pathOf } from '#tools/programs.ts'
import type { Engine } from './engine.ts'

export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch({ executablePath: pathOf('chromium'), args: chromiumFlags })
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  return {
    open: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    resize: (width, height) => page.setViewportSize({ width, height }),
    ask: (script) => page.evaluate(script),
    async find(script) {
      const found = (await page.evaluateHandle<Element>(script)).asElement()
      if (!found) return null
      return { click: () => found.click({ timeout: 2000 }), type: (text) => page.keyboard.type(text) }
    },
    picture: async (path) => void (await page.screenshot({ path })),
    close: () => browser.close(),
  }
}

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
      return {
        // An element's own click can time out on a busy machine after it has already clicked.
        async click() {
          const box = await found.boundingBox()
          if (!box) throw new Error('It has gone.')
          await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
        },
        type: (text) => page.keyboard.type(text),
      }
    },
    picture: async (path) => void (await page.screenshot({ path })),
    close: () => browser.close(),
  }
}

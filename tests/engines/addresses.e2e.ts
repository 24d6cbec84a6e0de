// Opens URLs in quick succession, as from an email or with 'back', in each of the three engines.
import { type App, expect, test } from '#tests/browser.ts'
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
const PAGES = [
  ['/viewer/assets', 'Assets'],
  ['/trainers/worksheets', 'Trainer'],
  ['/account', 'Account'],
] as const
/** In WebKitGTK, one page in six was once empty. */
const ROUNDS = 5

for (const [name, start] of Object.entries(engines))
  test(`shows the page of each URL opened in quick succession in ${name}`, { tag: '@ownServer' }, async ({ app }) => {
    test.slow()
    const engine = await start()
    try {
      await visit(app, personAt(engine))
    } finally {
      await engine.close()
    }
  })

async function visit(app: App, person: ReturnType<typeof personAt>): Promise<void> {
  await person.holds(1280, 800)
  await person.signsIn(app.url, app.people.dana)
  await person.sees('link', 'Trainer')
  for (let round = 0; round < ROUNDS; round++)
    for (const [path, heading] of PAGES) {
      await person.opens(app.url + path)
      await person.sees('heading', heading)
    }
  expect(await person.asks('location.pathname')).toMatch(/^\/account/)
}

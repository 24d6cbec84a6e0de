// Checks every screen that has a screenshot with axe, in the light and dark schemes.
import type { BrowserContext, Page } from '@playwright/test'
import { expect, type Person, test, violationsOf } from './browser.ts'
import type { Picture } from './pictures.ts'
import { allPictures, type StorageState, settled, stateOf } from './screens.ts'

const features = await allPictures()

for (const { feature, pictures } of features)
  test(`passes the accessibility rules on every screen of ${feature}`, { tag: '@ownServer' }, async ({
    app,
    browser,
  }) => {
    // Includes the server start and sign-ins before the first screenshot.
    test.setTimeout(120_000 + pictures.length * 20_000)
    const states = new Map<Person, Promise<StorageState>>()
    const settings = { baseURL: app.url, viewport: { width: 1366, height: 900 }, reducedMotion: 'reduce' } as const
    for (const picture of pictures) {
      const { person } = picture
      if (person && !states.has(person)) states.set(person, stateOf(browser, settings, person))
      const context = await browser.newContext({
        ...settings,
        storageState: person && (await states.get(person)),
        serviceWorkers: picture.isOffline ? 'allow' : 'block',
      })
      const problems = await problemsOf(await context.newPage(), context, picture).catch((error: Error) => [
        error.message,
      ])
      expect.soft(problems, picture.name).toEqual([])
      await context.close()
    }
  })

async function problemsOf(page: Page, context: BrowserContext, picture: Picture): Promise<string[]> {
  page.setDefaultTimeout(15_000)
  await page.goto(picture.path)
  await settled(page, picture)
  await picture.prepare?.(page, context)
  await settled(page, picture)
  const light = await violationsOf(page)
  // The other scheme only differs in its colors.
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page, picture)
  return [...light, ...(await violationsOf(page, (builder) => builder.withRules(['color-contrast'])))]
}

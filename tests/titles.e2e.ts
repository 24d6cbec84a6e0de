// Tabs of a browser, bookmarks, and its history name pages by their titles.
import { expect, type Person, test } from './browser.ts'
import { allPictures, type StorageState, settled, stateOf } from './screens.ts'

test('every page has a title of its own', { tag: '@ownServer' }, async ({ app, browser }) => {
  const pages = (await allPictures())
    .flatMap(({ pictures }) => pictures)
    .filter((one) => !one.isOffline && !one.isBroken)
  test.setTimeout(120_000 + pages.length * 10_000)
  const settings = { baseURL: app.url, viewport: { width: 1366, height: 700 }, serviceWorkers: 'block' } as const
  const states = new Map<Person, Promise<StorageState>>()
  const seen = new Set<string>()
  const pathsOf = new Map<string, Set<string>>()
  for (const picture of pages) {
    const { person, path } = picture
    const key = `${person} ${path.split(/[?#]/)[0]}`
    if (seen.has(key)) continue
    seen.add(key)
    if (person && !states.has(person)) states.set(person, stateOf(browser, settings, person))
    const context = await browser.newContext({ ...settings, storageState: person && (await states.get(person)) })
    const page = await context.newPage()
    await page.goto(path)
    await settled(page, picture)
    const title = await page.title()
    const { pathname } = new URL(page.url())
    pathsOf.set(title, (pathsOf.get(title) ?? new Set()).add(pathname))
    await context.close()
  }
  expect(pathsOf.size).toBeGreaterThan(30)
  expect([...pathsOf.keys()].filter((title) => !/^.+ · Pursuit$/.test(title))).toEqual([])
  expect([...pathsOf].filter(([, paths]) => paths.size > 1).map(([title, paths]) => [title, ...paths])).toEqual([])
})

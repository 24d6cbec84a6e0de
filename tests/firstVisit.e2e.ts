// Covers a first visit: it requests each built file once, and the page's own files before those cached for later.
import { expect, test, waitForServiceWorker } from './browser.ts'
import { holdScripts } from './holdScripts.ts'
import { openFront } from './reverseProxy.ts'

async function notingFront(url: string) {
  const asked: string[] = []
  const front = await openFront(url, (incoming) => {
    asked.push(incoming.url ?? '')
    return false
  })
  return { ...front, asked }
}

test('fetches no built file twice and preloads nothing before the login is complete', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  const front = await notingFront(app.url)
  try {
    await page.goto(`${front.url}/login`)
    await expect(page.getByLabel('Email')).toBeVisible()
    await waitForServiceWorker(page)
    const built = front.asked.filter((path) => path.startsWith('/assets/'))
    expect(built.length).toBeGreaterThan(50)
    expect(built.filter((path, place) => built.indexOf(path) !== place)).toEqual([])
    const before = front.asked.slice(0, front.asked.indexOf('/sw.js'))
    const ownFiles: string[] = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>(
          'link[href*="/assets/"], script[src*="/assets/"]',
        ),
      ].map((one) => new URL('href' in one ? one.href : one.src).pathname),
    )
    expect(ownFiles.length).toBeGreaterThan(3)
    expect(before).toEqual(expect.arrayContaining(ownFiles))
  } finally {
    front.close()
  }
})

/** Runs before the page's own scripts, as on a device that has shown nothing yet. */
const withoutLastScreen = () => localStorage.removeItem('last-screen')

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`the ${colorScheme} scheme`, () => {
    test.use({ colorScheme })
    for (const width of [390, 1440])
      test(`shows the login before any script and replaces it identically: ${width} px`, async ({ page }) => {
        const letThrough = await holdScripts(page)
        await page.setViewportSize({ width, height: 844 })
        const icons = page.waitForEvent('requestfinished', (request) => /icons-.*\.svg/.test(request.url()))
        await page.goto('/login', { waitUntil: 'commit' })
        await expect(page.getByText('Welcome to Pursuit')).toBeVisible()
        await icons
        // They are drawn some frames after their request.
        await page.waitForTimeout(500)
        await page.evaluate(`document.fonts.load('1em "Inter Variable"').then(() => undefined)`)
        const before = await page.screenshot({ animations: 'disabled' })
        letThrough()
        await expect(page.locator('[data-ahead]')).toHaveCount(0)
        await expect(page.getByLabel('Email')).toBeFocused()
        // Focus is the only difference.
        await page.evaluate('document.activeElement.blur()')
        await expect.poll(async () => (await page.screenshot({ animations: 'disabled' })).equals(before)).toBe(true)
      })
  })

for (const width of [390, 1440])
  test(`shows a signed-in person progress before any script, and keeps the logo in place: ${width} px`, async ({
    app,
    page,
  }) => {
    const words = page.getByText('Setting up Pursuit on this device.')
    const logo = page.getByText('Pursuit', { exact: true }).locator('visible=true')
    await app.signIn(page)
    await page.addInitScript(withoutLastScreen)
    const letThrough = await holdScripts(page)
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/', { waitUntil: 'commit' })
    await expect(words).toBeVisible()
    await page.evaluate('document.fonts.ready.then(() => undefined)')
    const before = await logo.boundingBox()
    letThrough()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(words).toHaveCount(0)
    expect(await logo.boundingBox()).toEqual(before)
  })

test('shows the frame at every URL of a signed-in person before any script', async ({ app, page }) => {
  await app.signIn(page)
  await page.addInitScript(withoutLastScreen)
  await holdScripts(page)
  const words = page.getByText('Setting up Pursuit on this device.')
  for (const path of [
    '/trainers/lessons',
    '/insights/library',
    '/viewer/pipeline/overview',
    '/target/1',
    '/notifications',
  ]) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(words).toBeVisible()
  }
  for (const path of ['/login/sso', '/switch']) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('[data-ahead]')).toHaveCount(1)
    await expect(words).toBeHidden()
  }
})

test('shows no loading message once the app is on the device', { tag: '@keptOnDevice' }, async ({ app, page }) => {
  await app.signIn(page)
  await waitForServiceWorker(page)
  await page.reload()
  await holdScripts(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await page.evaluate('document.documentElement.dataset.opens')).toBeUndefined()
})

test('splits the code before the dashboard into several files, each in its own task', async ({ app, page }) => {
  await app.signIn(page)
  const scripts: string[] = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src*="/assets/"]')].map(
      ({ src, async }) => `${src.replace(/.*\/|-.{8}\.js$/g, '')} ${async}`,
    ),
  )
  expect(scripts).toEqual(expect.arrayContaining(['react true', 'first false']))
  expect(scripts.at(-1)).toBe('first false')
})

test('never shows the page’s built-in login to a signed-in person', async ({ app, page }) => {
  await app.signIn(page)
  await page.addInitScript(withoutLastScreen)
  await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('[data-ahead]')).toBeAttached()
  await expect(page.getByText('Welcome to Pursuit')).toBeHidden()
})

test('opens the Tracker with few files and loads the rest after a while or on use', async ({ app, page, context }) => {
  await app.signIn(page)
  // Turns off the cache of the sign-in, so that every request of the page is visible.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) asked.push(pathname)
  })
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  const isLater = (path: string) => path.includes('/later-')
  expect(asked.length).toBeLessThanOrEqual(25)
  expect(asked.filter(isLater)).toEqual([])
  // Those belong to the signed-out pages or to longer lists.
  expect(asked.filter((path) => /\/(login|forms|LongGrid)-/.test(path))).toEqual([])
  await page.mouse.click(1, 1)
  await expect.poll(() => asked.some((path) => isLater(path))).toBe(true)
})

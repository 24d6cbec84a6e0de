// Covers an app update as a person sees it: the banner, 'Update Now', and no lost changes.
import type { Page } from '@playwright/test'
import { allSaved, expect, PASSWORD, test, WHOLE_LIST, waitForServiceWorker } from './browser.ts'
import { openFront } from './reverseProxy.ts'

/** Serves newly deployed files in place of the server's own, and can cut off the API. */
async function reverseProxyOf(url: string) {
  const deployed = new Map<string, string>()
  const state = { isCut: false }
  const front = await openFront(url, (incoming, answer) => {
    const path = incoming.url?.split('?')[0] ?? '/'
    const text = deployed.get(incoming.headers['sec-fetch-mode'] === 'navigate' ? '/index.html' : path)
    const isCut = state.isCut && path.startsWith('/api/')
    if (isCut) incoming.socket.destroy()
    else if (text !== undefined) {
      const type = path === '/sw.js' ? 'text/javascript' : path === '/meta.json' ? 'application/json' : 'text/html'
      answer.setHeader('content-type', type).setHeader('cache-control', 'no-cache').end(text)
    }
    return isCut || text !== undefined
  })
  const textOf = async (path: string) => (await fetch(url + path)).text()
  return {
    ...front,
    state,
    /** Simulates another build by replacing the version wherever it appears. */
    async deploy(): Promise<string> {
      const { version } = JSON.parse(await textOf('/meta.json')) as { version: string }
      const next = `${version.split('+')[0]}+0123456789abcdef`
      for (const path of ['/meta.json', '/index.html', '/sw.js'])
        deployed.set(path, (await textOf(path)).replaceAll(version, next))
      return next
    },
  }
}

async function signIn(page: Page, url: string, email: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('main')).toBeVisible()
}

const banner = (page: Page) => page.getByText('There is new version of this app available.')

test('installs the new version on ‘Update Now’ and sends changes made offline', {
  tag: '@keptOnDevice',
}, async ({ page, app }) => {
  // All files of the app are fetched twice.
  test.setTimeout(150_000)
  const front = await reverseProxyOf(app.url)
  await page.setViewportSize(WHOLE_LIST)
  await signIn(page, front.url, app.people.dana)
  await waitForServiceWorker(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(banner(page)).toBeHidden()

  const version = await front.deploy()
  front.state.isCut = true
  await page.reload()
  await expect(banner(page)).toBeVisible()
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill('Granite Harbour')
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByLabel('First step').fill('Call them')
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Update Now' }).click()

  await expect(page.locator(`meta[name=version][content="${version}"]`)).toBeAttached({ timeout: 90_000 })
  await expect(page.getByRole('article', { name: 'Granite Harbour' })).toContainText('Not synced yet')
  await expect(banner(page)).toBeHidden()
  front.state.isCut = false
  await page.evaluate("dispatchEvent(new Event('online'))")
  await allSaved(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as { tiles: { company: string }[] }
  expect(tiles.filter(({ company }) => company === 'Granite Harbour')).toHaveLength(1)
  front.close()
})

test('opens the form of a new target from the installed app’s shortcut', async ({ page, app }) => {
  await app.signIn(page)
  const answer = await page.request.get('/manifest.webmanifest')
  const { name, display, shortcuts } = (await answer.json()) as {
    name: string
    display: string
    shortcuts: { name: string; url: string }[]
  }
  expect([name, display, shortcuts.map((one) => one.name)]).toEqual(['Pursuit', 'standalone', ['New Target']])
  await page.goto(shortcuts[0]!.url)
  await expect(page.getByRole('dialog', { name: 'New Target' })).toBeVisible()
  await expect(page).toHaveURL(/\/targets\/active$/)
})

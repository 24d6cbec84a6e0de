import type { BrowserContext, Page } from '@playwright/test'
import { type App, allSaved, axe, cutNetwork, expect, type Person, test } from '#tests/browser.ts'

type Tiles = { tiles: { company: string; owner: string }[] }

async function addressOf(app: App, person: Person): Promise<string> {
  const { user } = (await app.call(person, 'user')) as { user: { id: string } }
  return `/switch?u=${Buffer.from(user.id).toString('base64url')}`
}
async function switchTo(page: Page, app: App, person: Person, name: string) {
  await page.goto(app.url + (await addressOf(app, person)))
  await page.getByRole('button', { name: `Switch to ${name}` }).click()
  await expect(band(page)).toBeVisible()
}
const band = (page: Page) => page.getByRole('region', { name: 'Working as another person' })
const switchBack = (page: Page) => band(page).getByRole('button', { name: 'Switch back to' }).click()

async function createTarget(page: Page, company: string) {
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill(company)
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByLabel('First step').fill('Call them')
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await expect(dialog).toBeHidden()
}
const tile = (page: Page, company: string) => page.getByRole('article', { name: company })
const companiesOf = async (app: App, person: Person) =>
  ((await app.call(person, 'tiles?status=active')) as Tiles).tiles.map(({ company }) => company)
const databasesOf = (page: Page) =>
  page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? '').filter((name) => /^pursuit:/.test(name)),
  )

/** Lists each change that reaches the server: its token, and its original identity. */
function changesIn(context: BrowserContext) {
  const seen: { token: string; from: string | undefined; path: string }[] = []
  context.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.startsWith('/api/tiles'))
      seen.push({
        token: request.headers().authorization ?? '',
        from: request.headers()['x-switched-from'],
        path: pathname,
      })
  })
  return seen
}

test('shows an admin both names while switched, switches back, and leaves no data behind', async ({
  app,
  page,
  context,
}) => {
  await app.signIn(page, 'admin')
  const own = await page.evaluate(
    () => JSON.parse(localStorage.getItem('session')!) as { token: string; user: { id: string } },
  )
  const lee = (await app.call('lee', 'user')) as { user: { id: string } }
  await page.goto(`${app.url}/admin/people/${lee.user.id}`)
  await page.getByRole('link', { name: 'Work as Lee' }).click()
  await expect(page).toHaveURL(app.url + (await addressOf(app, 'lee')))
  // Opening the link alone has no effect.
  await expect(page.getByRole('button', { name: 'Switch to Lee' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('session')!).token)).toBe(own.token)

  const changes = changesIn(context)
  await page.getByRole('button', { name: 'Switch to Lee' }).click()
  await expect(page.getByText(/^Successfully switched to Lee /)).toBeVisible()
  await expect(page).toHaveURL(/\/targets\/active$/)
  await expect(band(page)).toContainText('Lee')
  await expect(band(page).getByRole('button', { name: /^Switch back to \S+ \S+/ })).toBeVisible()
  expect(await axe(page)).toEqual([])
  // The admin's own token has left the device.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(own.token)

  await createTarget(page, 'Switched Mills')
  await allSaved(page)
  await expect.poll(() => changes.map(({ from }) => from)).toEqual([own.user.id])
  await page.getByRole('link', { name: 'Switched Mills' }).click()
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByText(/working as you\) created this Target/)).toBeVisible()

  // The account page has no log-out button and nothing private to Lee.
  await page.goto(`${app.url}/account`)
  await expect(page.getByRole('main').getByRole('button', { name: /^Switch back to / })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log out' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Password' })).toHaveCount(0)
  await page.goto(`${app.url}/account/pwd`)
  await expect(page.getByText(/^Only Lee can open this page\./)).toBeVisible()

  await switchBack(page)
  await expect(page.getByText(/^Successfully switched to /)).toBeVisible()
  await expect(band(page)).toBeHidden()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('session')!).user.id)).toBe(own.user.id)
  await expect.poll(() => databasesOf(page).catch(() => [])).toEqual([`pursuit:${own.user.id}`])
  expect(await companiesOf(app, 'lee')).toContain('Switched Mills')
})

test('holds the admin’s own queued changes while switched and sends them after the return', async ({
  app,
  page,
  context,
}) => {
  await app.signIn(page, 'admin')
  await page.goto('/targets')
  await allSaved(page)
  const changes = changesIn(context)
  const isChange = (url: URL) => url.pathname === '/api/tiles'
  await context.route(isChange, (route) =>
    route.request().method() === 'POST' ? route.abort('connectionfailed') : route.fallback(),
  )
  await createTarget(page, 'Waiting Mills')
  await expect(tile(page, 'Waiting Mills')).toBeVisible()
  await expect.poll(() => changes.length).toBeGreaterThan(0)
  const mine = changes[0]!.token

  await switchTo(page, app, 'lee', 'Lee')
  await context.unroute(isChange)
  await expect(tile(page, 'Waiting Mills')).toBeHidden()
  await createTarget(page, 'Lee Mills')
  await allSaved(page)
  expect(await companiesOf(app, 'lee')).not.toContain('Waiting Mills')
  expect(await companiesOf(app, 'admin')).not.toContain('Waiting Mills')

  await switchBack(page)
  await expect(band(page)).toBeHidden()
  await page.goto('/targets')
  await expect(tile(page, 'Waiting Mills')).toBeVisible()
  await allSaved(page)
  expect(await companiesOf(app, 'admin')).toContain('Waiting Mills')
  expect(await companiesOf(app, 'admin')).not.toContain('Lee Mills')
  expect(await companiesOf(app, 'lee')).not.toContain('Waiting Mills')
  const switched = changes.filter(({ from }) => from !== undefined)
  expect(new Set(switched.map(({ token }) => token)).size).toBe(1)
  expect(switched.some(({ token }) => token === mine)).toBe(false)
})

test('makes two tabs follow a switch in both directions', async ({ app, page, context }) => {
  await app.signIn(page, 'admin')
  const second = await context.newPage()
  await second.goto(`${app.url}/account`)
  await expect(second.getByRole('main')).toBeVisible()
  await switchTo(page, app, 'lee', 'Lee')
  await expect(band(second)).toContainText('Lee')
  await createTarget(second, 'Second Mills')
  await expect(tile(page, 'Second Mills')).toBeVisible()
  await allSaved(second)

  await switchBack(second)
  for (const one of [page, second]) {
    await expect(band(one)).toBeHidden()
    await expect(one.getByRole('main')).toBeVisible()
    await expect(tile(one, 'Second Mills')).toBeHidden()
    expect(new URL(one.url()).pathname).not.toBe('/login')
  }
  await expect.poll(() => databasesOf(page).catch(() => [])).toHaveLength(1)
  expect(await companiesOf(app, 'lee')).toContain('Second Mills')
})

test('keeps the switch after an offline reload or a crash, with no return while offline', {
  tag: '@keptOnDevice',
}, async ({ app }) => {
  const device = await app.openDevice('admin')
  await switchTo(device.page, app, 'lee', 'Lee')
  await allSaved(device.page)
  const page = await device.untilSessionOnDisk()
  const online = await cutNetwork(device.context)
  await page.reload()
  await expect(band(page)).toContainText('Lee')
  await createTarget(page, 'Offline Mills')
  await switchBack(page)
  // Queued changes would be lost.
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText('You have 1 unsaved change')
  await asked.getByRole('button', { name: 'Switch back and discard' }).click()
  await expect(page.getByText('There is no internet connection.').first()).toBeVisible()
  await expect(band(page)).toBeVisible()
  await online()
  await device.kill()

  const again = await device.reopen('/')
  await expect(band(again)).toContainText('Lee')
  await expect(tile(again, 'Offline Mills')).toBeVisible()
  await allSaved(again)
  await switchBack(again)
  await expect(band(again)).toBeHidden()
  expect(await companiesOf(app, 'lee')).toContain('Offline Mills')
  await expect.poll(() => databasesOf(again).catch(() => [])).toHaveLength(1)
})

test('asks no one for the colleague’s password after the colleague ended the switch', async ({ app, page }) => {
  await app.signIn(page, 'admin')
  await switchTo(page, app, 'lee', 'Lee')
  await allSaved(page)
  const { sessions } = (await app.call('lee', 'user/sessions')) as { sessions: { id: string; by: string }[] }
  await app.call('lee', `user/sessions/${sessions.find(({ by }) => by !== '')!.id}`, undefined, 'DELETE')
  await page.reload()
  const dialog = page.getByRole('dialog', { name: /^You’re no longer working as / })
  await expect(dialog).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  expect(await axe(page, '[role=dialog]')).toEqual([])
  // The switched session's return token ended with it, so the admin signs in again.
  await dialog.getByRole('button', { name: /^Switch back to / }).click()
  await expect(page).toHaveURL(/\/login$/)
  await app.signIn(page, 'admin')
  await expect(band(page)).toBeHidden()
  await expect.poll(() => databasesOf(page).catch(() => [])).toHaveLength(1)
})

test('explains to people who can’t switch and asks for a sign-in without a session', async ({ app, page }) => {
  const address = app.url + (await addressOf(app, 'lee'))
  await page.goto(address)
  await expect(page.getByText('Sign in, then open this link again.')).toBeVisible()
  await app.signIn(page, 'dana')
  await page.goto(address)
  await expect(page.getByText('Could not switch user')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Switch to/ })).toHaveCount(0)
})

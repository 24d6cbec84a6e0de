import { readFileSync } from 'node:fs'
import { axe, cutNetwork, expect, failOnce, test, waitForServiceWorker } from '#tests/browser.ts'

test('signs another device out from the list right away', async ({ app, page }) => {
  await app.signIn(page, 'dana')
  const other = await app.openDevice('dana')
  await page.goto(`${app.url}/account/devices`)
  const list = page.getByRole('list', { name: 'Devices' })
  await expect(list.getByRole('listitem').first()).toContainText('This device')
  expect(await axe(page)).toEqual([])
  const rows = await list.getByRole('listitem').count()
  expect(rows).toBeGreaterThan(1)
  await page
    .getByRole('button', { name: 'Sign out all other devices' })
    .or(list.getByRole('button', { name: /^Sign out/ }))
    .first()
    .click()
  const sure = page.getByRole('button', { name: 'Sign out all' })
  if (await sure.isVisible()) await sure.click()
  await expect(list.getByRole('button')).toHaveCount(0)
  await other.page.reload()
  await expect(other.page).toHaveURL(/\/login$/)
  await expect(other.page.getByText('Your session has ended. Sign in again.')).toBeVisible()
})

test('loads account data again after a failed read', async ({ app, page }) => {
  await app.signIn(page, 'dana')
  for (const [tab, path, words] of [
    ['security', /\/api\/user\/security$/, 'Authenticator app'],
    ['devices', /\/api\/user\/sessions$/, 'This device'],
  ] as const) {
    const why = await failOnce(page, path)
    await page.goto(`${app.url}/account/${tab}`)
    await expect(page.getByText(why)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    await expect(page.getByText(why)).toBeHidden()
  }
})

test('loads account data once the server is reachable again', {
  tag: ['@ownServer', '@keptOnDevice'],
}, async ({ app, page }) => {
  await app.signIn(page, 'dana')
  await waitForServiceWorker(page)
  await app.kill()
  await page.goto(`${app.url}/account/devices`)
  await expect(page.getByText('You can see your devices when you’re back online.')).toBeVisible()
  await app.restart()
  await expect(page.getByText('This device', { exact: true })).toBeVisible({ timeout: 40_000 })
})

test('downloads all stored data of a person as one file', async ({ app, page }) => {
  await app.signIn(page, 'dana')
  await page.goto(`${app.url}/account/data`)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^pursuit-my-data-\d{4}-\d\d-\d\d\.json$/)
  const kept = JSON.parse(readFileSync((await download.path())!, 'utf8')) as {
    profile: { email: string }
    targets: { shared: string; history: unknown[] }[]
  }
  expect(kept.profile.email).toBe(app.people.dana)
  expect(kept.targets.length).toBeGreaterThan(10)
  // A pending invitation shows no history.
  expect(kept.targets.every(({ shared, history }) => shared === 'pending' || history.length > 0)).toBe(true)
  await expect(page.getByText(`Downloaded ${download.suggestedFilename()}`)).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('saves the profile, leaves the email to an admin, and shows the version', async ({ app, page }) => {
  await app.signIn(page, 'dana')
  await page.goto(`${app.url}/account`)
  await expect(page).toHaveURL(/\/account\/edit$/)
  await expect(page.getByLabel('Email')).toBeDisabled()
  await expect(page.getByLabel('Phone')).toHaveCount(0)
  await page.getByLabel('Last name').fill('Reyes-Quinn')
  await page.getByRole('button', { name: 'Save All Changes' }).click()
  await expect(page.getByText('info updated')).toBeVisible()
  await expect(page.getByText('Dana Reyes-Quinn').first()).toBeVisible()
  await page.getByRole('link', { name: 'About' }).click()
  await expect(page.getByText(/^Version \d+\.\d+\.\d+ \([0-9a-f]+\)$/)).toBeVisible()
  await page.getByRole('button', { name: 'Open-source licenses' }).click()
  await expect(page.getByRole('region', { name: 'Open-source licenses' })).toContainText('react')
  expect(await axe(page)).toEqual([])
})

test('opens each tab offline and names what needs a connection', { tag: '@keptOnDevice' }, async ({
  app,
  page,
  context,
}) => {
  await app.signIn(page, 'dana')
  const online = await cutNetwork(context)
  for (const tab of ['edit', 'notifications', 'pwd', 'security', 'devices', 'data']) {
    await page.goto(`${app.url}/account/${tab}`)
    await expect(page.getByText(/There is no internet connection\..+when you’re back online\./).first()).toBeVisible()
  }
  await online()
})

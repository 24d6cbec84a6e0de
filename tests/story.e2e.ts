// Covers the central promise of Pursuit as a new user would try it.
import type { Page } from '@playwright/test'
import { allSaved, cutNetwork, dropAnswers, expect, refuse, test, WHOLE_LIST, waitForServiceWorker } from './browser.ts'

type Tiles = { tiles: { id: string; company: string; status: string; revenue: number | null; note: string }[] }

async function createTarget(page: Page, company: string) {
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill(company)
  await dialog.getByLabel('Objective').fill('Win the first engagement')
  await dialog.getByLabel('First step').fill('Call them')
  await dialog.getByRole('button', { name: 'Create Target' }).click()
  await expect(dialog).toBeHidden()
}

async function win(page: Page, company: string, amount: string) {
  await page.getByRole('button', { name: `More for ${company}` }).click()
  await page.getByRole('menuitem', { name: 'Won' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Estimated won revenue amount').fill(amount)
  await dialog.getByRole('button', { name: 'Won' }).click()
  await dialog.getByRole('button', { name: 'Skip' }).click()
  await expect(dialog).toBeHidden()
}

const tile = (page: Page, company: string) => page.getByRole('article', { name: company })
test('keeps three targets and two offline changes once through a browser kill', {
  tag: ['@everyCommit', '@keptOnDevice'],
}, async ({ app }) => {
  const device = await app.openDevice('dana')
  const page = await device.untilSessionOnDisk()
  await page.setViewportSize(WHOLE_LIST)
  for (const company of ['Ardent Mills', 'Bluefin Labs', 'Corvid Press']) {
    await createTarget(page, company)
    await expect(tile(page, company)).toBeVisible()
  }
  await allSaved(page)

  await cutNetwork(device.context)
  await win(page, 'Ardent Mills', '40000')
  await expect(tile(page, 'Ardent Mills')).toBeHidden()
  await page.getByRole('link', { name: 'Bluefin Labs' }).click()
  await page.getByLabel('Your Note').fill('Prefers to meet in the morning.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 pending' })).toBeVisible()
  await device.kill()

  const again = await device.reopen('/targets/active')
  await again.setViewportSize(WHOLE_LIST)
  await allSaved(again)
  const onServer = async (company: string) => {
    const { tiles } = (await app.call('dana', 'tiles?status=active,completed')) as Tiles
    return tiles.filter((one) => one.company === company)
  }
  await expect.poll(() => onServer('Ardent Mills')).toMatchObject([{ status: 'completed', revenue: 40_000 }])
  await expect
    .poll(() => onServer('Bluefin Labs'))
    .toMatchObject([{ status: 'active', note: 'Prefers to meet in the morning.' }])
  expect(await onServer('Corvid Press')).toMatchObject([{ status: 'active' }])
  await expect(tile(again, 'Ardent Mills')).toBeHidden()
  await expect(tile(again, 'Bluefin Labs')).toBeVisible()
})

test('creates one target when the response is lost after the server applied the change', async ({ app, page }) => {
  await app.signIn(page)
  const drops = await dropAnswers(page, /\/api\/tiles$/, 2)
  await createTarget(page, 'Deltoid Freight')
  await expect.poll(drops.count).toBe(2)
  await drops.stop()
  await allSaved(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as Tiles
  expect(tiles.filter(({ company }) => company === 'Deltoid Freight')).toHaveLength(1)
})

test('sends changes made during a server outage once it is back', {
  tag: ['@keptOnDevice', '@ownServer'],
}, async ({ app, page }) => {
  await app.signIn(page)
  await waitForServiceWorker(page)
  await app.kill()
  await createTarget(page, 'Everline Water')
  await expect(tile(page, 'Everline Water')).toBeVisible()
  await app.restart()
  await allSaved(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as Tiles
  expect(tiles.filter(({ company }) => company === 'Everline Water')).toHaveLength(1)
})

test('keeps a rejected target, explains it, and lets the person try again', { tag: '@everyCommit' }, async ({
  app,
  page,
}) => {
  await app.signIn(page)
  const allow = await refuse(page, /\/api\/tiles$/, 400, 'This company cannot be added now.')
  await createTarget(page, 'Fennel & Co')
  await expect(tile(page, 'Fennel & Co')).toContainText('Unable to sync')
  await expect(page.getByText('This company cannot be added now.')).toBeVisible()
  await expect(page.getByText('Fennel & Co created.')).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Needs attention' })).toBeVisible()
  await allow()
  await tile(page, 'Fennel & Co').getByRole('button', { name: 'Try again' }).click()
  const there = async () => ((await app.call('dana', 'tiles?status=active')) as Tiles).tiles
  await expect
    .poll(async () => (await there()).filter(({ company }) => company === 'Fennel & Co'), { timeout: 10_000 })
    .toHaveLength(1)
  await allSaved(page)
})

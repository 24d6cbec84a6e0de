// The device's last screen is painted before the app's scripts run, takes clicks, and goes with the session.
import type { Page } from '@playwright/test'
import { expect, test } from './browser.ts'
import { holdScripts } from './holdScripts.ts'

const painted = (page: Page) => page.locator('#last-screen')
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('last-screen'))

async function openList(page: Page) {
  await page.locator('#root [data-tile]').first().waitFor()
  await expect.poll(() => kept(page)).toContain('data-tile')
}

test('paints the list before scripts, and does what the person clicked once they have run', async ({ app, page }) => {
  await app.signIn(page)
  await openList(page)
  const letThrough = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  const first = painted(page).locator('[data-tile] h3 a').first()
  const name = (await first.textContent())!
  await first.click()
  letThrough()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(painted(page)).toHaveCount(0)
})

test('focuses the search that was clicked on the painted list', async ({ app, page }) => {
  await app.signIn(page)
  await openList(page)
  const letThrough = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await painted(page).locator('main input[type=search], main input').first().click()
  letThrough()
  await expect(page.getByLabel('Search these Targets')).toBeFocused()
})

test('keeps nothing of the screen after logging out, and paints nothing of another person', async ({ app, page }) => {
  await app.signIn(page)
  await openList(page)
  const danas = (await kept(page))!
  await page.getByRole('button', { name: /Dana Reyes/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByText('Welcome to Pursuit')).toBeVisible()
  expect(await kept(page)).toBeNull()

  await app.signIn(page, 'lee')
  await openList(page)
  await page.addInitScript((text) => localStorage.setItem('last-screen', text), danas)
  const letThrough = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Setting up Pursuit on this device.')).toBeVisible()
  await expect(painted(page)).toHaveCount(0)
  letThrough()
  await page.locator('#root [data-tile]').first().waitFor()
})

import type { Locator, Page } from '@playwright/test'
import { axe, expect, test } from '#tests/browser.ts'

const PHONE = { width: 390, height: 844 }

/** Counts the fully visible tiles between the top bar and the bottom tabs. */
const wholeTiles = (page: Page) =>
  page.evaluate(() => {
    const foot = document.querySelector('nav[aria-label="Main navigation, bottom"]')!.getBoundingClientRect().top
    const head = document.querySelector('section[aria-label="Search and sync status"]')!.getBoundingClientRect().bottom
    const boxes = [...document.querySelectorAll('[data-tile]')].map((one) => one.getBoundingClientRect())
    return boxes.filter(({ top, bottom }) => top >= head && bottom <= foot).length
  })
async function isLargeEnough(one: Locator) {
  await expect(one).toBeVisible()
  // The app's sign-in form replaces the static one in the page.
  const smaller = async () => {
    const box = await one.boundingBox()
    return box && Math.min(box.width, box.height)
  }
  await expect.poll(smaller, String(one)).toBeGreaterThanOrEqual(43.9)
}

test('shows two whole tiles, three without the figures, and search as an icon until used', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  await page.setViewportSize(PHONE)
  await app.signIn(page)
  await page.locator('[data-tile]').first().waitFor()
  await expect(page.getByRole('region', { name: /^Invitation/ })).toBeVisible()
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()
  await expect.poll(() => wholeTiles(page)).toBeGreaterThanOrEqual(2)
  await page.mouse.move(195, 600)
  await page.mouse.wheel(0, 190)
  await expect.poll(() => wholeTiles(page)).toBeGreaterThanOrEqual(3)
  await page.evaluate('scrollTo(0, 0)')
  // Without the invitation, three tiles fit with the figures.
  const invitation = page.getByRole('region', { name: /^Invitation/ })
  await invitation.getByRole('button', { name: /^Decline/ }).click()
  await expect(invitation).toBeHidden()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => wholeTiles(page)).toBeGreaterThanOrEqual(3)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByLabel('Search these Targets')).toBeFocused()
  await page.keyboard.type('northlight')
  await expect(page.getByLabel('Search these Targets')).toHaveValue('northlight')
  expect(await axe(page)).toEqual([])
})

test("names the Target in a tile's menu, lists outcomes first, and collapses the times", async ({ app, page }) => {
  await page.setViewportSize(PHONE)
  await app.signIn(page)
  const name = (await page.locator('[data-tile] h3').first().textContent())!
  await page.getByRole('button', { name: `More for ${name}` }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(name)
  const items = menu.getByRole('menuitem')
  await expect(items).toHaveText([
    ...['Won', 'Lost', 'Edit', 'On Hold', 'Trash', 'Called', 'Met', 'Emailed', 'Write'],
    ...[/^Call \(206\) 555-01\d\d$/, 'Company page', 'Move to stage', 'Snooze', 'Remind me'],
  ])
  await items.filter({ hasText: 'Snooze' }).click()
  await expect(menu.getByRole('menuitem', { name: /^Tomorrow/ })).toBeInViewport({ ratio: 1 })
  await expect(menu.getByRole('menuitem', { name: 'Choose a date' })).toBeInViewport({ ratio: 1 })
  expect(await axe(page)).toEqual([])
})

test('makes every tap target 44 pixels high and wide', async ({ app, page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/login')
  await isLargeEnough(page.getByRole('link', { name: 'Lost your password?' }))
  await isLargeEnough(page.locator('.mantine-PasswordInput-visibilityToggle'))
  await app.signIn(page)
  await isLargeEnough(page.getByRole('button', { name: /^Notifications/ }))
  const invitation = page.getByRole('region', { name: /^Invitation/ })
  await isLargeEnough(invitation.getByRole('link').first())
  await isLargeEnough(invitation.getByRole('button', { name: /^Accept/ }).first())
  await page.getByRole('button', { name: 'New Target' }).filter({ visible: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /^More/ }).click()
  await isLargeEnough(page.getByRole('dialog').locator('.mantine-Checkbox-body'))
  // The checkbox is square, not round like a radio button.
  const box = page.getByRole('dialog').getByLabel('Private')
  expect(await box.evaluate((one) => getComputedStyle(one).borderRadius)).toBe('4px')
})

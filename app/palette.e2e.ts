// The palette, which finds and does everything from one field.
import type { Page } from '@playwright/test'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => palette(page).getByRole('combobox')

test('finds a target, a person, and a command with Ctrl+K, and then lists recent choices', async ({ app, page }) => {
  await app.signIn(page)
  const link = page.locator('[data-tile] h3 a').first()
  const name = (await link.textContent()) ?? ''
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  // The page stays visible behind the palette.
  const around = palette(page).locator('xpath=..')
  expect(await around.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  await field(page).fill(name.toLowerCase())
  await expect(palette(page).getByRole('option').first()).toContainText(name)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText(name)
  await field(page).fill('morgan')
  await expect(palette(page).getByRole('group', { name: 'People' })).toContainText(app.people.morgan)
  await field(page).fill('dark th')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('offers a manager first the pipeline of a person, then an email to them', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.keyboard.press('Control+k')
  await field(page).fill('dana')
  const first = palette(page).getByRole('option').first()
  await expect(first).toContainText('Open their pipeline')
  await expect(palette(page).getByRole('group', { name: 'People' })).toContainText(app.people.dana)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/viewer\/pipeline\/people\/[\da-f-]{36}$/)
})

test('finds each page once, and the pages of Admin by their names', async ({ app, page }) => {
  await app.signIn(page, 'admin')
  await page.keyboard.press('Control+k')
  for (const [typed, found] of [
    ['audit', /Audit log/],
    ['groups', /Groups/],
    ['policies', /Policies/],
    ['pursuing', /Pursuing/],
    ['lessons', /Lessons/],
    ['new insights', /New insights/],
    ['trash', /Trash/],
    ['calendar', /Calendar/],
    ['password', /Password/],
  ] as const) {
    await field(page).fill(typed)
    const options = palette(page).getByRole('option')
    await expect(options.filter({ hasText: found }).first()).toBeVisible()
    const texts = await options.allTextContents()
    expect([typed, texts]).toEqual([typed, [...new Set(texts)]])
    await expect(options.and(palette(page).locator('[aria-selected="true"]'))).toHaveCount(1)
  }
})

test('wraps around with arrow keys, closes on Esc, and searches the typed text in the Tracker', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await page.locator('[data-tile] h3 a').first().waitFor()
  await page.goto('/account/edit')
  await page.getByRole('button', { name: 'Search' }).click()
  const options = palette(page).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  // The commands of each area load a moment later.
  await expect(options.last()).toHaveText('Log out')
  await page.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await field(page).fill('zzqx')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/targets\/active\?q=zzqx/)
  await expect(page.getByLabel('Search these Targets')).toHaveValue('zzqx')
})

test('opens New Target from any screen, even offline', { tag: '@keptOnDevice' }, async ({ app, page, context }) => {
  await app.signIn(page)
  await page.locator('[data-tile] h3 a').first().waitFor()
  await page.goto('/account/edit')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await cutNetwork(context)
  await page.keyboard.press('Control+k')
  await field(page).fill('new tar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Company')).toBeFocused()
})

test('receives text typed before it opens, and none of it acts on the page behind', async ({ app, page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/ProductPalette-.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await app.signIn(page)
  const first = page.locator('[data-tile] h3 a').first()
  const onHold = page.getByRole('link', { name: /^On Hold/ })
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(first).toBeFocused({ timeout: 500 })
  }).toPass()
  const before = (await onHold.textContent()) ?? ''
  await page.keyboard.press('Control+k')
  await page.keyboard.type('hnx#arr')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('t')
  await expect(onHold).toHaveText(before)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(field(page)).toHaveValue('hnx#art')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('!')
  await expect(field(page)).toHaveValue('hnx#art!')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(first).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('puts the cursor at the start of a Target opened from another Target', async ({ app, page }) => {
  await app.signIn(page)
  const links = page.locator('[data-tile] h3 a')
  await links.first().waitFor()
  const name = (await links.nth(1).textContent()) ?? ''
  await links.first().click()
  await expect(page.getByRole('tab', { name: /^Notes/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill(name.toLowerCase())
  await expect(palette(page).getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
})

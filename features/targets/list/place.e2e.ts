// Tests that people keep their place in the list, on new Targets, and by URLs and keys.
import type { Page } from '@playwright/test'
import { axe, expect, test } from '#tests/browser.ts'
import { aTarget } from '../samples.ts'

const links = (page: Page) => page.locator('[data-tile] h3 a')

test('returns from a Target to the same place in the list with focus on it', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  await app.signIn(page)
  await links(page).first().waitFor()
  for (const wayBack of ['the page’s', 'the browser’s']) {
    let name = ''
    // The list grows while it loads, and draws other tiles as it scrolls.
    await expect(async () => {
      await page.evaluate('scrollTo(0, 1500)')
      expect(await page.evaluate('scrollY')).toBeGreaterThan(1000)
      name = await links(page).evaluateAll(
        (all) =>
          all.find((one) => {
            const { top } = one.getBoundingClientRect()
            return top > 200 && top < innerHeight - 200
          })?.textContent ?? '',
      )
      expect(name).not.toBe('')
    }).toPass()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    if (wayBack === 'the page’s') await page.getByRole('button', { name: /^Back to/ }).click()
    else await page.goBack()
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport()
    await page.evaluate('scrollTo(0, 0)')
  }
})

test('scrolls to a new Target and marks it, and shows it from its toast on other pages', async ({ app, page }) => {
  await app.signIn(page)
  await links(page).first().waitFor()
  const create = async (company: string) => {
    const dialog = page.getByRole('dialog')
    // The page listens to keys a moment after its heading is there.
    await expect(async () => {
      await page.keyboard.press('n')
      await expect(dialog).toBeVisible({ timeout: 1000 })
    }).toPass()
    await dialog.getByLabel('Company').fill(company)
    await dialog.getByLabel('Objective').fill('Win the first engagement')
    await dialog.getByRole('button', { name: 'Create Target' }).click()
    await expect(dialog).toBeHidden()
  }
  await create('Aardvark Plumbing')
  await expect(page.getByRole('link', { name: 'Aardvark Plumbing' })).toBeInViewport()
  await page.goto('/company/Aardvark%20Plumbing')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await create('Zebra Crossings')
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('listitem')
    .filter({ hasText: 'Zebra Crossings created.' })
    .getByRole('button', { name: 'Show' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Zebra Crossings' })).toBeVisible()
})

test('opens help and a new Target by key on pages of other areas', async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/account/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog').getByLabel('Company')).toBeFocused()
})

test('says that a URL is unknown and offers a way on', async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1, name: 'We couldn’t find that page' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Pursuit')
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to Tracker' }).click()
  await expect(links(page).first()).toBeVisible()
})

test("names the dense list's columns by status, and sorts by their headings", async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/targets/completed?view=list')
  await expect(page.getByRole('button', { name: /^Sort by Won on/ })).toBeVisible()
  await expect(page.getByText('Pursue this Target')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sort by Company' }).click()
  await expect(page).toHaveURL(/sort=company/)
  const names = await links(page).allTextContents()
  expect(names.length).toBeGreaterThan(3)
  expect(names).toEqual([...names].sort(new Intl.Collator('en', { sensitivity: 'base', numeric: true }).compare))
  await page.getByRole('button', { name: 'Sort by Company, now a to z' }).click()
  await expect(page).toHaveURL(/dir=desc/)
  expect(await axe(page)).toEqual([])
  await page.goto('/targets/archived?view=list')
  await expect(page.getByRole('button', { name: /^Sort by Due when pursued again/ })).toBeVisible()
  await page.goto('/targets/lost?view=list')
  await expect(page.getByText('Reason', { exact: true }).and(page.locator(':not(.hide)'))).toBeVisible()
})

test('responds to an overlap of an existing Target and undoes it', async ({ app, page }) => {
  await app.call('morgan', 'tiles', aTarget({ company: 'Seven Oaks Resorts' }))
  await app.signIn(page)
  await page.getByRole('link', { name: 'Seven Oaks Resorts LLC' }).click()
  await page.getByRole('tab', { name: /^Collaboration/ }).click()
  const overlaps = page.getByRole('region', { name: 'Potential Overlaps' })
  const row = overlaps.getByRole('listitem').filter({ hasText: 'Morgan Bell' })
  await row.getByRole('button', { name: 'Ask to join' }).click()
  await expect(row).toContainText('Request sent.')
  await page.reload()
  await page.getByRole('tab', { name: /^Collaboration/ }).click()
  await expect(row).toContainText('Request sent.')
  expect(await axe(page)).toEqual([])
  await row.getByRole('button', { name: 'Cancel request' }).click()
  await expect(row.getByText('Request sent.')).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Ask to join' })).toHaveAttribute('aria-pressed', 'false')
})

test("closes a form's calendar on Escape before the form", async ({ app, page }) => {
  await app.signIn(page)
  await links(page).first().waitFor()
  await page.getByRole('button', { name: 'New Target' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company').fill('Half typed')
  await dialog.getByLabel('First step').fill('Call them')
  await dialog.getByRole('button', { name: 'Choose a date' }).click()
  await dialog.getByRole('button', { name: 'Next month' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Next month' })).toBeHidden()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Choose a date' })).toBeFocused()
})

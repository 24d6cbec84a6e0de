// Moves Targets through the stages of a firm: on the board, on a Target, and in the form, offline too.
import type { Page } from '@playwright/test'
import { allSaved, axe, expect, test } from '#tests/browser.ts'

const lane = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const countIn = async (page: Page, name: string) =>
  Number((await lane(page, name).getByRole('heading', { level: 3 }).textContent())?.match(/\d+$/)?.[0])
const said = (page: Page) => page.locator('[data-board]').getByRole('status')

test('moves a Target over the board by keyboard, says where it went, and undoes it', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page)
  await page.goto('/targets/active?view=board')
  await expect(lane(page, 'No stage').getByRole('article').first()).toBeVisible()
  await expect(lane(page, 'Scoping').getByRole('article').first()).toBeVisible()
  expect(await axe(page, 'main')).toEqual([])
  const first = lane(page, 'No stage').getByRole('article').first()
  const [identified, talking] = [await countIn(page, 'Identified'), await countIn(page, 'Talking')]
  expect(Math.min(identified, talking)).toBeGreaterThan(0)
  const name = (await first.getByRole('link').textContent()) ?? ''
  await first.getByRole('link').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toHaveText(new RegExp(`^${name} moved to Identified, \\d+ of ${identified + 1}\\.`))
  const moved = lane(page, 'Identified').getByRole('link', { name })
  await expect(moved).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toHaveText(new RegExp(`^${name} moved to Talking, \\d+ of ${talking + 1}\\.`))
  await expect(lane(page, 'Talking').getByRole('link', { name })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(moved).toBeVisible()
  await allSaved(page)
  await page.reload()
  await expect(lane(page, 'Identified').getByRole('link', { name })).toBeVisible()
})

// Moves Targets through the stages of a firm: on the board, on a Target, and in the form, offline too.
import type { Page } from '@playwright/test'
import { allSaved, axe, expect, test } from '#tests/browser.ts'
import { subscribe } from '#tests/subscribe.ts'

const lane = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const said = (page: Page) => page.locator('[data-board]').getByRole('status')

test('moves a Target over the board by keyboard, says where it went, and undoes it', async ({ app, page }) => {
  await subscribe(app, { stages: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page)
  await page.goto('/targets/active?view=board')
  await expect(lane(page, 'No stage').getByRole('article').first()).toBeVisible()
  await expect(lane(page, 'Proposal').getByText('No Targets')).toBeVisible()
  expect(await axe(page, 'main')).toEqual([])
  const first = lane(page, 'No stage').getByRole('article').first()
  const name = (await first.getByRole('link').textContent()) ?? ''
  await first.getByRole('link').focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toHaveText(new RegExp(`^${name} moved to Identified, 1 of 1\\.`))
  const moved = lane(page, 'Identified').getByRole('link', { name })
  await expect(moved).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(said(page)).toContainText(`${name} moved to Talking, 1 of 1.`)
  await expect(lane(page, 'Talking').getByRole('link', { name })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(moved).toBeVisible()
  await allSaved(page)
  await page.reload()
  await expect(lane(page, 'Identified').getByRole('link', { name })).toBeVisible()
})

// Tests the Tracker at every width.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/browser.ts'
import { faultsAtEveryWidth } from '#tests/layout.ts'

/** Replaces the demo firm's two-digit counts with three digits. */
const withLargeCounts = (page: Page) =>
  page.locator('fieldset b, nav[aria-label="Targets by status"] a > span').evaluateAll((all) => {
    for (const one of all) one.textContent = '388'
  })

test('never overlaps controls or cuts labels at any width, with or without filters', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  test.slow()
  await app.signIn(page)
  // A low window renders few tiles, which makes each width fast to check.
  await page.setViewportSize({ width: 1440, height: 480 })
  await page.locator('[data-tile]').first().waitFor()
  await expect(page.getByRole('button', { name: 'Assets' })).toBeVisible()
  await withLargeCounts(page)
  expect(await faultsAtEveryWidth(page)).toEqual([])
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Referral Source/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Due Soon/ }).click()
  await expect(page.getByRole('button', { name: 'Show All Targets' })).toBeVisible()
  await expect(page.getByRole('menu')).toBeHidden()
  await withLargeCounts(page)
  expect(await faultsAtEveryWidth(page)).toEqual([])
})

// Tests the Tracker at every width.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/browser.ts'
import { faultsAtEveryWidth } from '#tests/layout.ts'
import { subscribe } from '#tests/subscribe.ts'

/** Replaces the demo firm's two-digit counts with three digits. */
const withLargeCounts = (page: Page) =>
  page.locator('fieldset b, nav[aria-label="Targets by status"] a > span').evaluateAll((all) => {
    for (const one of all) one.textContent = '388'
  })

/** Firms with stages have one menu of all filters and a third view. */
for (const [firm, hasStages, menu, tags] of [
  ['with stages', true, 'Filter', ['@everyCommit']],
  ['without stages', false, 'Type', []],
] as const)
  test(`never overlaps controls or cuts labels at any width ${firm}, with or without filters`, {
    tag: [...tags],
  }, async ({ app, page }) => {
    test.slow()
    await subscribe(app, { stages: hasStages })
    await app.signIn(page)
    // A low window renders few tiles, which makes each width fast to check.
    await page.setViewportSize({ width: 1440, height: 480 })
    await page.locator('[data-tile]').first().waitFor()
    await expect(page.getByRole('button', { name: 'Assets' })).toBeVisible()
    await expect(page.getByTitle('Board', { exact: true })).toHaveCount(hasStages ? 1 : 0)
    await withLargeCounts(page)
    expect(await faultsAtEveryWidth(page)).toEqual([])
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Referral Source/ }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Due Soon/ }).click()
    await expect(page.getByRole('button', { name: 'Show All Targets' })).toBeVisible()
    await expect(page.getByRole('menu')).toBeHidden()
    await withLargeCounts(page)
    expect(await faultsAtEveryWidth(page)).toEqual([])
  })

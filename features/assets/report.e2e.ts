import { aPdf } from '#core/server/pdf/testing/aPdf.ts'
import { axe, expect, test } from '#tests/browser.ts'

test('shows a manager who opened which asset, uploads in the Viewer, and exports to Excel', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/overview')
  const rail = page.getByRole('navigation', { name: 'Main', exact: true })
  await rail.getByRole('region', { name: 'Assets Database' }).getByRole('link', { name: 'Assets' }).click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/assets/)
  await expect(page.getByText('Who opened which of the firm’s assets, and how often.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Date range/ })).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Details for Choosing twelve targets' }).click()
  await expect(
    page.getByRole('list', { name: 'Who opened it' }).or(page.getByText('No one has opened it yet.')),
  ).toBeVisible()

  await page.getByRole('button', { name: 'Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'UPLOAD' })
  const buffer = await aPdf(['What we agreed on'])
  await dialog.locator('input[type=file]').setInputFiles({ name: 'Agreed.pdf', mimeType: 'application/pdf', buffer })
  await dialog.getByText('Selected file: Agreed.pdf').waitFor()
  await dialog.getByLabel('File Access').fill('Dana')
  await page.getByRole('listbox', { name: 'File Access' }).getByRole('option', { name: 'Dana Reyes' }).click()
  await dialog.getByRole('heading', { name: 'UPLOAD' }).click()
  await dialog.getByRole('button', { name: 'Upload Asset' }).click()
  await expect(dialog).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: 'Agreed' })
  await expect(row).toContainText('No one yet')
  await expect(row).toContainText('1 user')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^Assets .*\.xlsx$/)
  await page.getByRole('link', { name: 'Assets Database' }).click()
  await expect(page).toHaveURL(/\/viewer\/assets$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Assets' })).toBeVisible()
})

import { axe, expect, test } from '#tests/browser.ts'

test('Who looks after digests finds their report in the Controls, and has it as Excel', async ({ app, page }) => {
  const controls = page.getByRole('dialog', { name: 'Controls' })
  const which = controls.getByRole('combobox', { name: 'Report', exact: true })
  await app.signIn(page, 'morgan')
  await page.goto('/tracker')
  await page.getByRole('button', { name: 'Controls' }).click()
  await which.selectOption('Digests')
  await expect(controls.getByText('Status of scheduled Digests.')).toBeVisible()
  await controls.getByLabel('Date range').selectOption('Last 90 Days')
  await controls.getByRole('button', { name: 'Show the Runs' }).click()
  await expect(controls.getByText('Owners: before the year ends')).toBeVisible()
  await expect(controls.getByText('Nothing new, not sent')).toBeVisible()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  const downloading = page.waitForEvent('download')
  await controls.getByRole('button', { name: 'Excel' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^Digests .*\.xlsx$/)
})

test('Others find no report of digests', async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/tracker')
  await page.getByRole('button', { name: 'Controls' }).click()
  const controls = page.getByRole('dialog', { name: 'Controls' })
  await expect(controls.getByText('Activity Report')).toBeVisible()
  await expect(controls.getByRole('combobox', { name: 'Report', exact: true })).toHaveCount(0)
})

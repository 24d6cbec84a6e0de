import { axe, expect, test } from '#tests/browser.ts'

test("shows digest managers each digest's status, email, and runs in the Viewer, and exports to Excel", async ({
  app,
  page,
}) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/overview')
  const rail = page.getByRole('navigation', { name: 'Main', exact: true })
  await rail.getByRole('region', { name: 'Insights Reports' }).getByRole('link', { name: 'Digests' }).click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/digest-overview/)
  await expect(page.getByText('Status of scheduled Digests.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Date range/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^View: Select the Firm/ })).toHaveCount(0)
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: 'Details for Owners: before the year ends' }).click()
  await expect(page.getByRole('heading', { name: /^Recipients, / })).toBeVisible()
  await expect(page.getByText(/^Sent \d/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Digest Preview: Owners: before the year ends' }).click()
  const preview = page.getByRole('dialog', { name: 'Digest Preview' })
  await expect(preview.frameLocator('iframe').getByText('Curated by')).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).click()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^Digests .*\.xlsx$/)

  await rail.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('shows others no report of digests', async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/viewer/pipeline/digest-overview')
  await expect(page.getByRole('heading', { level: 1, name: 'Tracker' })).toBeVisible()
  await expect(page.getByText('Status of scheduled Digests.')).toHaveCount(0)
})

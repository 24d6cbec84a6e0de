import { readFileSync } from 'node:fs'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'

const SUM = /lessons? completed, .+ minutes watched\./

test('exports the completion record as CSV and PDF, and shows it offline', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  test.setTimeout(120_000)
  await app.signIn(page)
  await page.goto('/trainers/record')
  await expect(page.getByText(SUM)).toBeVisible()
  expect(await axe(page)).toEqual([])
  const fileOf = async (name: string) => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name, exact: true }).click()
    return readFileSync(await (await coming).path())
  }
  const csv = (await fileOf('CSV')).toString()
  expect(csv.split('\r\n')[0]).toBe('\ufeffLesson,Category,Date,Minutes')
  expect(csv.trim().split('\r\n').length).toBeGreaterThan(3)
  expect((await fileOf('PDF')).subarray(0, 5).toString()).toBe('%PDF-')
  const online = await cutNetwork(page.context())
  await page.reload()
  await expect(page.getByText(SUM)).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSV', exact: true })).toBeDisabled()
  await online()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('The end date can’t be before the start date.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSV', exact: true })).toBeDisabled()
})

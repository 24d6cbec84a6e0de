import { axe, expect, test } from '#tests/browser.ts'
import { subscribe } from '#tests/subscribe.ts'

const deals = [
  'Opportunity Name,Account Name,Opportunity Owner,Stage,Amount,Probability (%),Close Date,Created Date',
  'Charter,Halden Shipping,Dana Reyes,Proposal/Price Quote,"$120,000",63,2027-06-30,2026-09-01',
  'Audit,Ibsen Paper,Dana Reyes,Phase 7,"$80,000",20,2027-01,2026-09-02',
  'Retainer,Jensen Mills,Dana Reyes,Closed Won,"$30,000",100,2026-10-02,2026-09-05',
].join('\n')

test('asks a firm admin for stages and chances that it can’t read, and shows the result', async ({ page, app }) => {
  test.slow()
  await subscribe(app, { stages: true })
  await app.signIn(page, 'admin')
  await page.goto('/admin/imports')
  const buffer = Buffer.from(deals)
  await page.locator('input[type=file]').setInputFiles({ name: 'deals.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByLabel('Stage', { exact: true })).toHaveValue('status')
  await expect(page.getByLabel('Probability (%)')).toHaveValue('chance')
  await page.getByRole('button', { name: 'Continue' }).click()

  const statuses = page.getByRole('list', { name: 'Statuses' })
  const chosenIn = (name: string) => statuses.getByLabel(name).locator('option:checked')
  await expect(chosenIn('Proposal/Price Quote')).toHaveText('Pursuing, in Proposal')
  await expect(chosenIn('Phase 7')).toHaveText('Choose a value')
  await statuses.getByLabel('Phase 7').selectOption('Pursuing, in Scoping')
  await expect(page.getByRole('radio', { name: 'Use as the expected close' })).toBeChecked()
  await expect(page.getByText('1 row has a chance that isn’t in tens.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await page.getByRole('radio', { name: 'Round to the nearest ten: 63% becomes 60%' }).check()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('1 row: The chance 63% becomes 60%.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Halden Shipping/ })).toContainText('Jun 30, 2027')
  await expect(page.getByRole('row', { name: /Ibsen Paper/ })).toContainText('Scoping')
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 3 Targets' }).click()
  await expect(page.getByRole('heading', { name: /deals\.csv|Imported/ }).first()).toBeVisible()
})

// Covers saving all of a person's data on a phone as files that other apps open.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { axe, cutNetwork, expect, test } from '#tests/browser.ts'
import { sheetsOf } from '#tests/readers.ts'

test.use({ viewport: { width: 390, height: 844 } })

async function saved(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).press('Enter'),
  ])
  await expect(page.getByText(`Downloaded ${download.suggestedFilename()}`)).toBeVisible()
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}

test('saves a workbook and CSV files on a phone, and cancels a download', {
  tag: '@keptOnDevice',
}, async ({ app, page, context }) => {
  await app.signIn(page, 'dana')
  await page.goto('/account/data')
  const workbook = await saved(page, 'Download a workbook')
  expect(workbook.name).toMatch(/^pursuit-\d{4}-\d\d-\d\d\.xlsx$/)
  const sheets = sheetsOf(workbook.content)
  const csv = await saved(page, 'Download CSV files')
  expect(csv.name).toMatch(/^pursuit-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(csv.content)
  expect(Object.keys(files)).toHaveLength(Object.keys(sheets).length)
  const companies = sheets.Targets!.map((row) => row[0]!.value ?? '')
  expect(companies.length).toBeGreaterThan(10)
  const { data, errors } = Papa.parse<string[]>(new TextDecoder().decode(files['Targets.csv']), {
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  expect(data.map((row) => row[0])).toEqual(companies)

  await page.route(/\/api\/user\/workbook/, () => undefined)
  await page.getByRole('button', { name: 'Download CSV files' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.unroute(/\/api\/user\/workbook/)
  await page.route(/\/api\/user\/workbook/, (route) => route.fulfill({ status: 500, json: { message: 'Not now.' } }))
  await page.getByRole('button', { name: 'Download CSV files' }).click()
  await expect(page.getByRole('alert')).toContainText('Not now.')
  await page.unroute(/\/api\/user\/workbook/)
  expect((await saved(page, 'Try again')).name).toBe(csv.name)
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)

  await cutNetwork(context)
  await expect(page.getByText('You can download your data when you’re back online.')).toBeVisible()
  for (const name of ['Download a workbook', 'Download CSV files', 'Download my data'])
    await expect(page.getByRole('button', { name })).toBeDisabled()
})

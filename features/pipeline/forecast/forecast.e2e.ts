// Shows the forecast of this quarter and the next in one's own summary and on the dashboard, with the rows behind it.
import type { Page } from '@playwright/test'
import { addMonths, DEFAULT_ZONE, dayIn, quarterOf } from '#core/contract/dates.ts'
import { abbreviateAmount, formatAmount } from '#core/contract/money.ts'
import { aTarget } from '#features/targets/samples.ts'
import { type App, axe, expect, test, waitForServiceWorker } from '#tests/browser.ts'
import { subscribe } from '#tests/subscribe.ts'
import type { ThisAndNextQuarter } from './figuresContract.ts'

const month = dayIn(DEFAULT_ZONE, new Date()).slice(0, 7)
const next = addMonths(quarterOf(month), 3)
const lineOf = (page: Page) => page.getByRole('region', { name: 'Forecast' })

/** One more Target of the person is expected to close in each quarter. Returns what is weighted in this one and the next. */
async function withForecast(app: App, person: 'dana' | 'morgan'): Promise<[number, number]> {
  await subscribe(app, { stages: true, forecast: true })
  for (const [projected_revenue, expected_close] of [
    [40_000, month],
    [1_200_000, next],
  ] as const)
    await app.call(
      person,
      'tiles',
      aTarget({ company: 'Halden Shipping', projected_revenue, expected_close, chance: 50 }),
    )
  const { this_quarter, next_quarter } = (await app.call(person, 'user/forecast')) as ThisAndNextQuarter
  expect(this_quarter.weighted).toBeGreaterThanOrEqual(20_000)
  expect(next_quarter.weighted).toBeGreaterThanOrEqual(600_000)
  return [this_quarter.weighted, next_quarter.weighted]
}

test('shows one’s own forecast beside the other figures, and its last figures offline', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const [now, later] = await withForecast(app, 'dana')
  await app.signIn(page)
  await page.goto('/targets/active')
  await expect(lineOf(page)).toContainText(formatAmount(now))
  await expect(lineOf(page)).toContainText(formatAmount(later))
  // People who manage no one can't open the report.
  await expect(lineOf(page).getByRole('link')).toHaveCount(0)
  expect(await axe(page, 'main')).toEqual([])
  // On a phone, tiles have the room, and the projected revenue leads to it.
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(lineOf(page)).toBeHidden()
  await page.getByTitle('Revenue projected, by status').click()
  const opened = page.getByRole('dialog')
  await expect(opened.getByText(abbreviateAmount(later))).toBeVisible()
  expect(await axe(page, '[role="dialog"]')).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await waitForServiceWorker(page)
  await page.context().setOffline(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(lineOf(page)).toContainText(formatAmount(later))
})

test('opens the rows of a figure from the summary and from the dashboard', async ({ app, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const [, later] = await withForecast(app, 'morgan')
  await app.signIn(page, 'morgan')
  await page.goto('/targets/active')
  await lineOf(page)
    .getByRole('link', { name: formatAmount(later) })
    .click()
  await expect(page.getByRole('heading', { name: 'Forecast details' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Targets' }).getByText('Halden Shipping')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.goto('/viewer/pipeline/forecast')
  await expect(page.getByRole('table', { name: 'Expected and won' })).toBeVisible()
  expect(await axe(page)).toEqual([])

  const ofDana = { company: 'Ostrow Clinics', projected_revenue: 10_000, expected_close: next, chance: 90 }
  await app.call('dana', 'tiles', aTarget(ofDana))
  await page.getByRole('link', { name: 'KPI Dashboard' }).click()
  const panel = page.frameLocator('iframe[title="KPI Dashboard"]').getByRole('region', { name: 'Forecast' })
  await expect(panel.getByRole('columnheader', { name: 'Weighted' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await panel
    .getByRole('row', { name: /Next quarter/ })
    .getByRole('button')
    .last()
    .click()
  await expect(page).toHaveURL(/forecast-rows\?.*which=quarter\.\d{4}-\d{2}\.open/)
  await expect(page.getByText('Ostrow Clinics')).toBeVisible()
})

test('shows no trace of a forecast to a firm without it', async ({ app, page }) => {
  await subscribe(app, { stages: true, forecast: false })
  await app.signIn(page, 'morgan')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/targets/active')
  await expect(page.getByRole('region', { name: 'Summary' })).toBeVisible()
  await page.goto('/viewer/dashboard')
  const shown = page.frameLocator('iframe[title="KPI Dashboard"]')
  await expect(shown.getByRole('region', { name: 'Figures' }).getByText('Revenue won')).toBeVisible()
  await expect(shown.getByText('Forecast')).toHaveCount(0)
  await expect(page.getByText('Forecast')).toHaveCount(0)
  expect(asked.filter((url) => url.includes('forecast'))).toEqual([])
})

import type { Page } from '@playwright/test'
import { button, type Picture } from '#tests/pictures.ts'

const asManager = (name: string, path: string, prepare: (page: Page) => Promise<unknown>): Picture => ({
  name: `viewer-${name}`,
  path,
  person: 'morgan',
  prepare,
})
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

export const pictures: readonly Picture[] = [
  asManager('overview', '/viewer/pipeline/overview', async (page) => {
    await heading(page, /Overview/)
    await page
      .getByRole('table', { name: 'Overview' })
      .or(page.getByRole('list', { name: 'Overview' }))
      .first()
      .waitFor()
  }),
  asManager('overview-revenue', '/viewer/pipeline/overview?which=total_revenue', async (page) => {
    await heading(page, /Overview/)
    await page.getByRole('img', { name: /^Total revenue/ }).waitFor()
  }),
  asManager('picker', '/viewer/pipeline/overview', async (page) => {
    await button(page, /^View: Select the Firm/).click()
    await page.getByPlaceholder('Search by name').waitFor()
  }),
  asManager('range', '/viewer/pipeline/overview', async (page) => {
    await button(page, /^Date range/).click()
    await button(page, 'Last Quarter').waitFor()
  }),
  asManager('highlights', '/viewer/pipeline/highlights', async (page) => {
    await heading(page, /Highlights/)
    await page.getByRole('figure', { name: 'Types' }).waitFor()
  }),
  asManager('targets', '/viewer/pipeline/targets', (page) => page.getByText(/^\d+ Targets$/).waitFor()),
  asManager('clients', '/viewer/pipeline/clients', async (page) => {
    await heading(page, /Clients/)
    await page.getByRole('row').or(page.getByRole('listitem')).nth(3).click()
  }),
  asManager('overlaps', '/viewer/pipeline/overlaps', (page) => page.getByText(/^All \d+$/).waitFor()),
  asManager('people', '/viewer/pipeline/people', async (page) => {
    await heading(page, /People/)
    await page.getByRole('list', { name: 'People' }).getByRole('listitem').first().waitFor()
  }),
  asManager('made-of', '/viewer/pipeline/made-of?which=steps', (page) => heading(page, /Made of/)),
  asManager('kpi', '/viewer/dashboard', async (page) => {
    const shown = page.frameLocator('iframe[title="KPI Dashboard"]')
    await shown.getByRole('img').first().waitFor()
    await shown
      .getByRole('region', { name: 'Does the training show?' })
      .getByText(/what causes what|Shown once/)
      .waitFor()
  }),
  asManager('kpi-error', '/viewer/dashboard', async (page) => {
    await page.route('**/api/kpi/token', async (route) => {
      const response = await route.fetch()
      const token = { error: 'invalid_client', error_description: "the dashboard did not accept the firm's key." }
      await route.fulfill({ response, json: { ...(await response.json()), token } })
    })
    await page.reload()
    await page.getByRole('heading', { name: 'We got an error...' }).waitFor()
  }),
]

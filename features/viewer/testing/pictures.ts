import type { Page } from '@playwright/test'
import { asMorgan, button, type Picture } from '#tests/pictures.ts'

const asManager = (name: string, path: string, prepare: (page: Page) => Promise<unknown>): Picture =>
  asMorgan(`viewer-${name}`, path, prepare)
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
  asManager('progress', '/viewer/pipeline/progress', async (page) => {
    await heading(page, /Progress/)
    await page
      .getByRole('table', { name: 'Progress' })
      .or(page.getByRole('list', { name: 'Progress' }))
      .first()
      .waitFor()
  }),
  asManager('worksheets', '/viewer/pipeline/worksheets', (page) => heading(page, /Worksheets/)),
  asManager('user-worksheets', '/viewer/pipeline/progress', async (page) => {
    await page.getByRole('link', { name: 'Dana Reyes' }).first().click()
    await page.getByRole('button', { name: /^Back from/ }).waitFor()
  }),
  asManager('made-of', '/viewer/pipeline/made-of?which=steps', (page) => heading(page, /Figure details/)),
  asManager('overview-folded', '/viewer/pipeline/overview?panel=folded', async (page) => {
    await page.getByRole('img', { name: /^Score\. / }).waitFor()
  }),
  asManager('schedules', '/viewer/schedules', async (page) => {
    await heading(page, /Scheduled reports/)
    await page
      .getByText(/^Overview: /)
      .first()
      .waitFor()
  }),
  asManager('schedules-runs', '/viewer/schedules', async (page) => {
    await page
      .getByRole('button', { name: /^Details for Overview/ })
      .or(page.getByRole('cell', { name: /^Overview: / }))
      .first()
      .click()
    await page.getByText(/^Sent/).first().waitFor()
  }),
  asManager('schedules-panel', '/viewer/pipeline/overview', async (page) => {
    await button(page, 'Email this report').click()
    await page.getByRole('dialog', { name: 'Email this report' }).getByText('Morgan Bell').waitFor()
  }),
  asManager('schedules-menu', '/viewer/schedules', async (page) => {
    await button(page, /^Actions for/)
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Run now' }).waitFor()
  }),
  asManager('kpi', '/viewer/dashboard', async (page) => {
    const shown = page.frameLocator('iframe[title="KPI Dashboard"]')
    await shown.getByRole('img').first().waitFor()
    await shown
      .getByRole('region', { name: 'Does training pay off?' })
      .getByText(/what causes what|Shown once|needs at least/)
      .waitFor()
  }),
  asManager('kpi-training', '/viewer/dashboard', async (page) => {
    // The demo's groups are too small for a comparison.
    await page.route('**/kpi/figures/*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      if (json.weeks) {
        const mondays = json.weeks.map(({ monday }: { monday: string }) => monday)
        const lesson = '00000000-0000-4000-8000-000000000000'
        const title = 'Ask for the next meeting'
        const side = { steps_before: 3.1, won_before: 1200, won_after: 1900 }
        const weeks = (from: number, by: number) =>
          mondays.map((_: string, at: number) => Math.round(10 * (from + by * at)) / 10)
        const finished = { ...side, people: 16, steps_after: 4.6, weeks: weeks(3.1, 0.17) }
        const not_yet = { ...side, people: 9, steps_after: 3, weeks: weeks(2.9, 0.01) }
        Object.assign(json, { choices: [{ id: lesson, title }], shows: { lesson, title, mondays, finished, not_yet } })
      }
      if (json.silent)
        json.silent = ['Ana Reed', 'Tom Hale'].map((name, at) => ({ id: String(at), name, last: null, days: 41 }))
      await route.fulfill({ response, json })
    })
    await page.reload()
    const shown = page.frameLocator('iframe[title="KPI Dashboard"]')
    await shown.getByText(/This shows correlation/).scrollIntoViewIfNeeded()
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

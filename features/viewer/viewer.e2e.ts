// Covers a managing partner's Monday: who is ahead, who is silent, the rows behind a figure, and exports. No one else
// sees any of it.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { axe, expect, test } from '#tests/browser.ts'
import { sheetsOf } from '#tests/readers.ts'
import { openFront } from '#tests/reverseProxy.ts'

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('leads from the ranking through a figure to the Target, with the same figure in Excel', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await rail(page).getByRole('link', { name: 'Viewer' }).click()
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Score\. / })).toBeVisible()
  await expect(page.getByText(/^As of .* \(.*\)\. Private Targets are excluded\./)).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect(page.getByRole('table', { name: 'Score' })).toBeVisible()

  await rail(page).getByRole('link', { name: 'People' }).click()
  const people = page.getByRole('list', { name: 'People' })
  await expect(people.getByRole('listitem').first()).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.getByPlaceholder('Search by name').fill('dana')
  const dana = people.getByRole('listitem')
  await expect(dana).toHaveCount(1)
  const steps = Number((await dana.getByRole('link', { name: /steps?$/ }).textContent())!.split(' ')[0])
  await dana.getByRole('link', { name: /steps?$/ }).click()
  await expect(heading(page, 'Figure details')).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Rows' }).locator('..')).toContainText(String(steps))

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^Figure details Dana Reyes .*\.xlsx$/)
  const sheets = sheetsOf(readFileSync(await file.path()))
  expect(sheets.Summary!.find(([label]) => label?.value === 'Rows')![1]!.value).toBe(steps)

  await page.getByRole('table', { name: 'Rows' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/people\/[\w-]+\/target\/[\w-]+$/)
  await expect(page.getByText('Dana Reyes’s pipeline').first()).toBeVisible()
})

test('keeps audience and dates across reports and in the URL, by keyboard as well', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/overview')
  const picker = page.getByRole('button', { name: /^View: Select the Firm, a Group, or one User's Pipeline/ })
  await picker.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByPlaceholder('Search by name')).toBeFocused()
  await page.keyboard.type('dana')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(picker).toContainText('Dana Reyes')
  await expect(picker).toBeFocused()
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'Last Quarter' }).click()
  const range = page.getByRole('button', { name: /^Date range/ })
  const said = await range.textContent()
  await rail(page).getByRole('link', { name: 'Highlights' }).click()
  await expect(heading(page, 'Highlights')).toBeVisible()
  await expect(picker).toContainText('Dana Reyes')
  await expect(range).toHaveText(said!)
  await expect(page.getByRole('figure', { name: 'Types' })).toBeVisible()
  expect(await axe(page)).toEqual([])

  const address = page.url()
  await page.goto('/targets/active')
  await page.goto('/viewer/pipeline/targets')
  await expect(picker).toContainText('Dana Reyes')
  await expect(range).toHaveText(said!)
  const { page: other } = await app.openDevice('morgan')
  await other.goto(address)
  await expect(other.getByRole('button', { name: /^Date range/ })).toHaveText(said!)
})

test('collapses audience and dates into a line across visits and in the URL', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/overview')
  const picker = page.getByRole('button', { name: /^View: Select the Firm/ })
  await expect(picker).toBeVisible()
  await page.getByRole('button', { name: 'Hide view and dates' }).click()
  await expect(picker).toHaveCount(0)
  const line = page.getByRole('button', { name: /^Show view and dates/ })
  await expect(line).toContainText(/\S · \w{3} \d+.* to \w{3} \d+/)
  await expect(page).toHaveURL(/panel=folded/)
  expect(await axe(page)).toEqual([])
  const address = page.url()
  await rail(page).getByRole('link', { name: 'Highlights' }).click()
  await expect(line).toBeVisible()
  const { page: other } = await app.openDevice('morgan')
  await other.goto(address)
  await expect(other.getByRole('button', { name: /^Show view and dates/ })).toBeVisible()
  await page.goto('/targets/active')
  await page.goto('/viewer/pipeline/overview')
  await line.focus()
  await page.keyboard.press('Enter')
  await expect(picker).toBeVisible()
  await expect(page).not.toHaveURL(/panel=/)
})

test('opens the rows behind a figure of the overview and of the highlights', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/highlights')
  const types = page.getByRole('figure', { name: 'Types' })
  const prospects = types.getByRole('link', { name: /Prospect$/ })
  const count = (await prospects.textContent())!
  await prospects.click()
  await expect(heading(page, 'Figure details')).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Figure' }).locator('..')).toContainText(
    'Targets of type Prospect',
  )
  await expect(page.getByRole('term').filter({ hasText: 'Rows' }).locator('..')).toContainText(count)
  await expect(page.getByRole('columnheader', { name: /^(Step|Activity|Done)/ })).toHaveCount(0)
  await expect(rail(page).getByRole('link', { name: 'Highlights' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Back to Highlights' }).click()
  await expect(heading(page, 'Highlights')).toBeVisible()
  const days = new URL(page.url()).search
  // The URL alone is enough to lead back.
  await page.goto(`/viewer/pipeline/made-of${days}&which=steps&from=people`)
  await expect(page.getByRole('columnheader', { name: /^Step/ })).toBeVisible()
  await page.getByRole('button', { name: 'Back to People' }).click()
  await expect(heading(page, 'People')).toBeVisible()
  await page.goto('/viewer/pipeline/overview?start=2018-01-01&end=2018-01-31')
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(page.getByText(/^As of /)).toBeVisible()
  await expect(page.getByText(/^Compared with /)).toHaveCount(0)
  await page.goto('/viewer/pipeline/overview')
  await expect(page.getByText(/^Compared with \w{3} \d+, \d{4} to \w{3} \d+, \d{4}\.$/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /^Latest activity \(now\)/ })).toBeVisible()
  const won = page.getByRole('term').filter({ hasText: 'Revenue won' }).locator('..').getByRole('link')
  const amount = (await won.textContent())!
  await won.click()
  await expect(page.getByRole('term').filter({ hasText: 'Amount' }).locator('..')).toContainText(amount)
  expect(await axe(page)).toEqual([])
})

test('rejects an invalid date in its field, and shows no range for undated reports', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/targets?start=2031-01-01&end=2031-02-01')
  const range = page.getByRole('button', { name: /^Date range/ })
  await range.click()
  await expect(range).not.toContainText('2031')
  await page.getByLabel('From').fill('2017-12-31')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Choose a date on or after Jan 1, 2018.')).toBeVisible()
  await page.keyboard.press('Escape')
  await rail(page).getByRole('link', { name: 'Clients' }).click()
  await expect(heading(page, 'Clients')).toBeVisible()
  await expect(range).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  await rail(page).getByRole('link', { name: 'Overlaps' }).click()
  await expect(page.getByText(/^All \d+$/)).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('exports the rows of the screen with its filter, status, and order, as the button says', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/targets')
  await page.getByLabel('Status', { exact: true }).selectOption('Pursuing')
  await page.getByPlaceholder('Filter by keyword').fill('high')
  await page.getByRole('button', { name: 'Company', exact: true }).click()
  await page.getByRole('button', { name: 'Company', exact: true }).click()
  const excel = page.getByRole('button', { name: /^Excel, [1-9]\d* rows?$/ })
  await expect(excel).toBeVisible()
  const count = Number((await excel.textContent())!.match(/\d+/)![0])
  const first = (await page.getByRole('table', { name: 'Targets' }).getByRole('rowheader').first().textContent())!
  const downloading = page.waitForEvent('download')
  await excel.click()
  const { Targets } = sheetsOf(readFileSync(await (await downloading).path()))
  const [heads, ...rows] = Targets!.filter((row) => row.length > 2)
  const place = (head: string) => heads!.findIndex((cell) => cell?.value === head)
  const listed = rows.filter((row) => row[place('Status now')]?.value)
  expect(listed).toHaveLength(count)
  expect(listed[0]![place('Company')]!.value).toBe(first)
  expect(new Set(listed.map((row) => row[place('Status now')]!.value))).toEqual(new Set(['Pursuing']))
})

test("opens the other reports from the report's name on a phone", async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await app.signIn(page, 'morgan')
  await page.goto('/viewer')
  await page.getByRole('button', { name: 'Overview' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('list', { name: 'People' }).getByRole('listitem').first()).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('says so when offline, and hides reports from Lee', async ({ app, page }) => {
  const { page: lees } = await app.openDevice('lee')
  await expect(lees.getByRole('link', { name: 'Viewer' })).toHaveCount(0)
  for (const path of ['overview', 'highlights', 'targets']) {
    await lees.goto(`/viewer/pipeline/${path}`)
    await expect(lees.getByRole('button', { name: 'Excel' })).toHaveCount(0)
  }
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/overview')
  await expect(page.getByRole('img', { name: /^Score\. / })).toBeVisible()
  await page.route('**/report/highlights*', (route) => route.abort())
  await rail(page).getByRole('link', { name: 'Highlights' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/report/highlights*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('figure', { name: 'Types' })).toBeVisible()
})

test('reports an incomplete response and requests it again', async ({ app, page }) => {
  const front = await openFront('', (_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).write('{"report":', () => answer.destroy())
    return true
  })
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/overview')
  await expect(page.getByRole('img', { name: /^Score\. / })).toBeVisible()
  await page.route('**/report/highlights*', (route) => route.continue({ url: front.url }))
  await rail(page).getByRole('link', { name: 'Highlights' }).click()
  await expect(page.getByText('There is no internet connection.')).toBeVisible()
  await page.unroute('**/report/highlights*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('figure', { name: 'Types' })).toBeVisible()
  await page.getByText('What these numbers mean').click()
  await expect(
    page.getByText('The person who did the most. Ties go to the person who was active most recently.'),
  ).toBeVisible()
  front.close()
})

test("mentions excluded private Targets in one's own reports only for overlaps", async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/overview')
  const asOf = page.getByText(/^As of .* The Excel and PDF files have the same figures\.$/)
  await expect(asOf).toContainText('Private Targets are excluded.')
  const picker = page.getByRole('button', { name: /^View: Select the Firm/ })
  await picker.click()
  await page.getByPlaceholder('Search by name').fill('morgan')
  await page.getByPlaceholder('Search by name').press('Enter')
  await expect(picker).toContainText('Morgan Bell')
  await expect(asOf).not.toContainText('Private Targets')
  await rail(page).getByRole('link', { name: 'Overlaps' }).click()
  await expect(heading(page, 'Overlaps')).toBeVisible()
  await expect(asOf).toContainText('Private Targets are excluded.')
})

test("opens a person's Targets or one of them by ?peopleTarget and by the detail's URL", async ({ app, page }) => {
  const { id } = (await app.call('dana', 'tiles', {
    company: 'Corvane Mills',
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description: 'Call', due: '2027-01-04' }],
  })) as { id: string }
  await app.signIn(page, 'morgan')
  await page.goto('/viewer?peopleTarget')
  await expect(heading(page, 'People')).toBeVisible()
  await page
    .getByRole('list', { name: 'People' })
    .getByRole('link', { name: /Dana Reyes/ })
    .click()
  await expect(page.getByRole('region', { name: 'Dana Reyes’s pipeline' })).toBeVisible()
  const uid = new URL(page.url()).pathname.split('/').at(-1)!
  const target = new RegExp(`/viewer/pipeline/people/${uid}/target/${id}$`)
  await page.goto(`/viewer/pipeline?peopleTarget=${uid}`)
  await expect(page).toHaveURL(new RegExp(`/viewer/pipeline/people/${uid}$`))
  for (const path of [`?peopleTarget=${id}`, `/target-detail/${id}`, `/target%20detail/${id}`]) {
    await page.goto(`/viewer/pipeline/people/${uid}${path}`)
    await expect(page).toHaveURL(target)
    await expect(page.getByRole('heading', { level: 1 }).filter({ hasText: 'Corvane Mills' })).toBeVisible()
  }
})

test('leads from a worksheet back to the Viewer', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline/progress')
  await page.getByRole('link', { name: 'Dana Reyes' }).first().click()
  const back = page.getByRole('button', { name: 'Back from Dana Reyes' })
  await expect(back).toBeVisible()
  const address = new URL(page.url()).pathname
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.getByText('Answers of', { exact: true })).toBeVisible()
  await expect(page.getByText('Your progress')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the report' }).click()
  await expect(back).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(address)
})

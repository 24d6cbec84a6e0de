// Covers a managing partner who opens the KPI dashboard, keeps using it across token changes, and sees when it is
// unavailable.
import type { Page } from '@playwright/test'
import { DEFAULT_ZONE, dayIn, formatDay } from '#core/contract/dates.ts'
import { daysOfRange } from '#core/contract/ranges.ts'
import { axe, expect, test } from '#tests/browser.ts'

const dashboardOf = (page: Page) => page.frameLocator('iframe[title="KPI Dashboard"]')
const tokenCalls = '**/api/kpi/token'

test('shows a manager the figures, for other days as well, with the rows behind a figure', {
  tag: '@everyCommit',
}, async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/pipeline')
  await page.getByRole('link', { name: 'KPI Dashboard' }).click()
  const shown = dashboardOf(page)
  for (const label of ['Revenue won', 'Revenue projected', 'Steps completed', 'Steps on time', 'Average score'])
    await expect(shown.getByRole('region', { name: 'Figures' }).getByText(label)).toBeVisible()
  for (const name of ['Revenue won by month', 'Pipeline by stage and age', 'Scores', 'Lessons finished by week'])
    await expect(shown.getByRole('region', { name }).getByRole('img')).toBeVisible()
  await expect(shown.getByRole('region', { name: 'Inactive for 14+ days' })).toBeVisible()
  await expect(shown.getByRole('region', { name: 'Does training pay off?' })).toBeVisible()
  await shown.getByText('What these numbers mean').click()
  await expect(shown.getByText('Steps completed in this period.')).toBeVisible()
  const projected = shown.getByRole('button', { name: /^Revenue projected/ })
  await expect(projected).toBeVisible()
  await page.setViewportSize({ width: 820, height: 1180 })
  const reachesOver = () => projected.evaluate((figure) => figure.scrollWidth - figure.clientWidth)
  await expect.poll(reachesOver).toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Last Quarter' }).click()
  const { start, end } = daysOfRange('last_quarter', dayIn(DEFAULT_ZONE, new Date()))
  await expect(shown.getByText(`, ${formatDay(start)} to ${formatDay(end)}.`)).toBeVisible()
  // The current pipeline differs from that of the selected days, so it isn't linked.
  await expect(projected).toHaveCount(0)
  await shown.getByRole('region', { name: 'Scores' }).getByRole('button', { name: 'View as table' }).click()
  await expect(shown.getByRole('table', { name: 'Scores' })).toBeVisible()
  await shown.getByRole('button', { name: /^Steps completed/ }).click()
  await expect(page).toHaveURL(/\/viewer\/pipeline\/made-of\?.*which=steps/)
})

test('keeps the token out of URLs and passes a new one without reloading the frame', async ({ app, page }) => {
  await page.clock.install()
  await app.signIn(page, 'morgan')
  const tokens: string[] = []
  const used = new Set<string>()
  const addresses: string[] = []
  page.on('request', (request) => {
    addresses.push(request.url())
    const bearer = request.headers().authorization
    if (request.url().includes('/kpi/figures/') && bearer) used.add(bearer.replace('Bearer ', ''))
  })
  await page.route(tokenCalls, async (route) => {
    const answer = await route.fetch()
    tokens.push((await answer.json()).token.access_token)
    await route.fulfill({ response: answer })
  })
  await page.goto('/viewer/dashboard')
  const shown = dashboardOf(page)
  await page.getByRole('button', { name: /^View: Select the Firm/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Litigation' }).click()
  await expect(shown.getByText(/^Litigation, /)).toBeVisible()
  await shown.locator('[data-shown]').evaluate((place) => place.setAttribute('data-before', 'yes'))

  await page.clock.runFor('09:10')
  await expect.poll(() => tokens.length).toBe(2)
  await expect.poll(() => used.has(tokens[1]!)).toBe(true)
  await expect(shown.locator('[data-before]').getByText(/^Litigation, /)).toBeVisible()
  expect(addresses.some((address) => tokens.some((token) => address.includes(token)))).toBe(false)
  expect(await page.context().cookies()).toEqual([])

  // A device that slept past the token's expiry gets another one right after waking up.
  await page.clock.fastForward('30:00')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect.poll(() => tokens.length).toBeGreaterThanOrEqual(3)
  await expect.poll(() => used.has(tokens.at(-1)!)).toBe(true)
  await expect(shown.locator('[data-before]').getByText(/^Litigation, /)).toBeVisible()
})

test('keeps its content offline and continues when online', async ({ app, page }) => {
  await page.clock.install()
  await app.signIn(page, 'morgan')
  await page.goto('/viewer/dashboard')
  const shown = dashboardOf(page)
  await expect(shown.getByRole('region', { name: 'Figures' }).getByText('Revenue won')).toBeVisible()
  await shown.locator('[data-shown]').evaluate((place) => place.setAttribute('data-before', 'yes'))
  await page.route(tokenCalls, (route) => route.abort())
  await page.clock.runFor('09:10')
  await expect(page.getByText('You can see the dashboard when you’re back online.')).toBeVisible()
  await expect(shown.locator('[data-before]')).toBeVisible()
  await page.unroute(tokenCalls)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('You can see the dashboard when you’re back online.')).toBeHidden()
  await expect(shown.locator('[data-before]')).toBeVisible()
})

test('shows an error with its code, and the dashboard after a retry', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  let isBroken = true
  await page.route(tokenCalls, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const token = { error: 'invalid_client', error_description: "the dashboard did not accept the firm's key." }
    await route.fulfill({ response, json: isBroken ? { ...answer, token } : answer })
  })
  await page.goto('/viewer/dashboard')
  await expect(page.getByRole('heading', { name: 'We got an error...' })).toBeVisible()
  await expect(page.getByText("invalid_client: the dashboard did not accept the firm's key.")).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(await axe(page)).toEqual([])
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(dashboardOf(page).getByRole('region', { name: 'Figures' }).getByText('Revenue won')).toBeVisible()
})

test("requests nothing from the frame's page on its own, and can't be framed by other sites", async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.isNavigationRequest() && request.frame().url().endsWith('/kpi/embed'))
      asked.push(new URL(request.url()).pathname)
  })
  const answer = await page.goto('/kpi/embed')
  expect(answer?.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
  await page.evaluate(() => postMessage({ kpi: 'show', token: 'x', scheme: 'light' }, location.origin))
  await expect(page.locator('[data-shown]')).toHaveCount(0)
  expect(asked).toContain('/kpi/embed.js')
  expect(asked.filter((path) => /^\/(api|kpi\/figures)\//.test(path))).toEqual([])
})

test('leads from a silent person to their Targets, and from a small group to the firm', async ({ app, page }) => {
  const { name, time_zone, category_name } = (await app.call('admin', 'admin/firm')) as Record<string, string>
  await app.call('admin', 'admin/firm', { name, time_zone, category_name, access: 'yes' }, 'PUT')
  await app.signIn(page, 'morgan')
  const viewer = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/api/viewer'))
  await page.goto('/viewer/pipeline')
  const { graphs } = await (await viewer).json()
  const dana = graphs.find(({ name }: { name: string }) => name === 'Dana Reyes')
  await page.route('**/kpi/figures/people*', async (route) => {
    const response = await route.fetch()
    const silent = [{ id: dana.id, name: dana.name, last: '2023-03-28', days: 1339 }]
    await route.fulfill({ response, json: { ...(await response.json()), silent, not_begun: 2 } })
  })
  await page.goto('/viewer/dashboard')
  const shown = dashboardOf(page)
  await page.getByRole('button', { name: /^View: Select the Firm/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Litigation' }).click()
  const training = shown.getByRole('region', { name: 'Does training pay off?' })
  await expect(training).toContainText(/There are \d people here\. A comparison needs at least 10/)
  const silence = shown.getByRole('region', { name: 'Inactive for 14+ days' })
  await expect(silence).toContainText('1,339 days')
  await expect(silence).toContainText('2 new people haven’t done anything yet.')
  await expect(silence).not.toContainText('has been active')
  expect(await axe(page)).toEqual([])

  await training.getByRole('button', { name: `Show ${name}` }).click()
  await expect(page.getByRole('button', { name: /^View: Select the Firm/ })).toContainText(name!)
  await expect(training.getByRole('button', { name: `Show ${name}` })).toHaveCount(0)
  await silence.getByRole('button', { name: 'Dana Reyes' }).click()
  await expect(page).toHaveURL(new RegExp(`/viewer/pipeline/people/${dana.id}`))
  await expect(page.getByRole('region', { name: 'Dana Reyes’s pipeline' })).toBeVisible()
})

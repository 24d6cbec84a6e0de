// Screens without a response: sync state, retry button, and placeholders.
import { allSaved, axe, expect, test } from '#tests/browser.ts'

test('shows a failing server as the cause while online, until it responds', async ({ app, page }) => {
  await app.signIn(page)
  await allSaved(page)
  const down = (url: URL) => url.pathname.startsWith('/api/')
  await page.route(down, (route) => route.fulfill({ status: 503, json: { message: 'No.', code: 'unavailable' } }))
  await page.getByRole('button', { name: 'New Target' }).filter({ visible: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Company').fill('Kept Meanwhile')
  await form.getByLabel('Objective').fill('A first meeting')
  await form.getByRole('button', { name: 'Create Target' }).click()
  await expect(form).toBeHidden()
  const state = page.getByRole('status').filter({ hasText: 'Can’t reach the server. Retrying…' })
  await expect(state).toBeAttached({ timeout: 30_000 })
  const pill = page.getByRole('button', { name: 'Can’t reach the server. Retrying…' })
  await expect(pill).toBeVisible()
  await pill.click()
  await expect(page.getByText(/^Server not reachable since .* Your changes are saved on this device\.$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Retrying' })).toBeVisible()
  await page.unroute(down)
  await page.evaluate("window.dispatchEvent(new Event('focus'))")
  await allSaved(page)
  await expect(state).toHaveCount(0)
})

test('offers a retry next to the reason for a failed read, but not for a rejected one', async ({ app, page }) => {
  await app.signIn(page, 'admin')
  const people = (url: URL) => url.pathname === '/api/admin/people'
  const answerWith = (status: number) =>
    page.route(people, (route) => route.fulfill({ status, json: { message: `No: ${status}.`, code: 'no' } }))
  await answerWith(500)
  await page.goto('/admin/people')
  const why = page.getByRole('alert').filter({ hasText: 'No: 500.' })
  const again = why.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  expect(await axe(page)).toEqual([])
  await page.unroute(people)
  await again.click()
  await expect(page.getByRole('table', { name: 'People' }).getByRole('row').nth(1)).toBeVisible()
  await expect(why).toHaveCount(0)

  await answerWith(403)
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'No: 403.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test('shows placeholders marked as busy while data loads, and no page is blank', async ({ app, page }) => {
  await app.signIn(page, 'admin')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/admin\//, async (route) => {
    await answered
    await route.fallback()
  })
  for (const [path, title] of [
    ['/admin/people', 'People'],
    ['/admin/groups', 'Groups'],
    ['/admin/firm', 'Firm'],
    ['/admin/audit', 'Audit log'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]').first(), title).toBeVisible()
  }
  answer()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
})

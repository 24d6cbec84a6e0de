// Daily cards: offline on a phone, by keyboard on a laptop, and written for everyone.
import type { Page } from '@playwright/test'
import { DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { allSaved, axe, cutNetwork, expect, test, waitForServiceWorker } from '#tests/browser.ts'

const PHONE = { width: 390, height: 844 }
const slide = (page: Page) => page.getByRole('region', { name: /^Insight \d+ of \d+$/ })
const heading = (page: Page) => slide(page).getByRole('heading', { level: 2 })
const placeOf = async (page: Page) => /\d+/.exec((await slide(page).getAttribute('aria-label'))!)![0]
type Tiles = { tiles: { company: string; due: string }[] }

/** Moves on until the card of this rule is open. */
async function untilCard(page: Page, observation: RegExp) {
  await slide(page).waitFor()
  while (!observation.test((await heading(page).textContent())!)) {
    const before = await placeOf(page)
    await page.getByRole('button', { name: 'Next insight' }).filter({ visible: true }).click()
    await expect.poll(() => placeOf(page)).not.toBe(before)
  }
}

test('on an offline phone, shows a card, links its figures to the Target, and snoozes and restores its step', {
  tag: ['@everyCommit', '@keptOnDevice'],
}, async ({ app, page }) => {
  await page.setViewportSize(PHONE)
  await app.signIn(page)
  await page.goto('/insights/bd')
  await page.getByRole('listitem').first().waitFor()
  await allSaved(page)
  await waitForServiceWorker(page)
  const online = await cutNetwork(page.context())
  await page.goto('/insights/new')
  await untilCard(page, /overdue$/)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  const first = slide(page).getByRole('listitem').first().getByRole('link')
  const company = (await first.textContent())!
  const dueNow = async () =>
    ((await app.call('dana', 'tiles?status=active')) as Tiles).tiles.find((one) => one.company === company)!.due
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: /^Next week/ }).click()
  await expect(page.getByText(`${company} snoozed until`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).click()
  await expect(page.getByText(`${company} snoozed until tomorrow`)).toBeVisible()
  await page.getByRole('link', { name: 'Open Target' }).click()
  await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the insight' }).click()
  await slide(page).waitFor()
  await online()
  await allSaved(page)
  await expect.poll(async () => (await dueNow()) > dayIn(DEFAULT_ZONE, new Date())).toBe(true)
  const { insights } = (await app.call('dana', 'insights')) as {
    insights: { code: string; status: string; useful?: true }[]
  }
  expect(insights.find(({ code }) => code === 'overdue')).toMatchObject({ status: 'viewed', useful: true })
})

test('swipes from card to card', async ({ app, browser }) => {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, baseURL: app.url })
  const page = await context.newPage()
  await app.signIn(page)
  await page.goto('/insights/new')
  const before = await heading(page).textContent()
  const box = (await slide(page).boundingBox())!
  const touch = await context.newCDPSession(page)
  const at = (x: number) => [{ x, y: box.y + 90 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(300) })
  for (let x = 290; x >= 120; x -= 17)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(heading(page)).not.toHaveText(before!)
  await expect(slide(page)).toHaveAccessibleName(/^Insight 2 of/)
  await expect(page).toHaveURL(/\/insight\//)
  // After a swipe no control has the focus.
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/insights\/new$/)
  await context.close()
})

test('moves, closes, and rates cards by keyboard, and the tab counts the new ones', async ({ app, page }) => {
  await app.signIn(page, 'morgan')
  await page.goto('/insights/new')
  await slide(page).focus()
  const first = (await heading(page).textContent())!
  await page.keyboard.press('ArrowRight')
  await expect(heading(page)).not.toHaveText(first)
  expect(new URL(page.url()).pathname).toMatch(/^\/insight\/[0-9a-f-]{36}$/)
  await expect(slide(page)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(heading(page)).toHaveText(first)
  expect(await axe(page)).toEqual([])
  const cards = page.getByRole('complementary', { name: 'All insights' })
  await expect(cards.getByRole('link', { name: first })).toHaveAttribute('aria-current', /^(page|true)$/)
  const more = page.getByRole('button', { name: `More about: ${first}` })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Not useful' }).press('Enter')
  await expect(cards.getByRole('link', { name: first })).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards.getByRole('link', { name: first })).toBeVisible()
  await slide(page).focus()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/insights\/new$/)
  const link = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: /^Insights/ })
  const { insights } = (await app.call('morgan', 'insights')) as { insights: { status: string }[] }
  const count = insights.filter(({ status }) => status === 'new').length
  await expect(link).toHaveText(count > 0 ? `Insights${count} new` : 'Insights')
})

test('redirects an unknown id to the new cards with a message', async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/insights/new?id=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('No insight found with the specific id.')).toBeVisible()
  await expect(page).toHaveURL(/\/insights\/new$/)
})

test('reports neither an empty list nor a missing card while the cards are loading', async ({ app, page }) => {
  const { insights } = (await app.call('dana', 'insights')) as { insights: { id: string; observation: string }[] }
  const { id, observation } = insights[0]!
  const held: (() => void)[] = []
  let isHeld = true
  await page.route(
    (url) => url.pathname === '/api/sync' && url.search.includes('insights'),
    async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    },
  )
  const release = () => {
    isHeld = false
    for (const go of held.splice(0)) go()
  }
  await app.signIn(page)
  await page.goto('/insights/new')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(page.getByText('Nothing new this morning')).toBeHidden()
  await page.goto('/insights/bd')
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
  await page.goto(`/insight/${id}`)
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible()
  // Longer than the app waits for a missing card.
  await page.clock.install()
  await page.clock.runFor(10_000)
  await expect(page).toHaveURL(/\/insight\//)
  await expect(page.getByText('No insight found with the specific id.')).toBeHidden()
  release()
  await expect(page.getByRole('heading', { level: 2, name: observation })).toBeVisible()
})

test('keeps the arrow to the next card clickable at 360 and 390 px beside the longest labels', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/insights/new')
    await untilCard(page, /./)
    const next = page.getByRole('button', { name: 'Next insight' }).filter({ visible: true })
    // The longest labels that exist.
    await slide(page).evaluate((element) => {
      const [source, chip] = element.querySelectorAll('div > div:first-child > span')
      source!.lastChild!.textContent = 'Business development'
      chip!.textContent = 'New Wed, Nov 25, 2026'
    })
    const [button, card] = [(await next.boundingBox())!, (await slide(page).boundingBox())!]
    expect(button.x + button.width).toBeLessThanOrEqual(card.x + card.width)
  }
})

test("shows an admin's card to everyone right away, turns it into a step, and withdraws it", async ({ app, page }) => {
  const device = await app.openDevice('admin')
  const admin = await device.context.newPage()
  await admin.goto(`${app.url}/admin/insights`)
  await app.signIn(page)
  await page.goto('/insights/firm')
  await page.getByRole('listitem').first().waitFor()
  await admin.getByRole('button', { name: 'Write an insight' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Observation').fill('Two clients ask for fixed fees')
  await dialog.getByLabel('Category').fill('Fees')
  await dialog.getByLabel('Suggestion').fill('Offer a fixed fee for the first phase')
  expect(await axe(admin, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(admin.getByRole('cell', { name: 'Two clients ask for fixed fees' })).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: 'Two clients ask for fixed fees' })
  await expect(card).toBeVisible({ timeout: 20_000 })
  await card.getByRole('button', { name: 'Turn this into a step' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Step' })).toHaveValue(
    'Offer a fixed fee for the first phase',
  )
  await page.keyboard.press('Escape')
  await admin.getByRole('button', { name: 'Delete Two clients ask for fixed fees' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('Element was deleted successfully')).toBeVisible()
  await expect(card).toBeHidden({ timeout: 20_000 })
})

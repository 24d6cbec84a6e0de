// Tests that nothing moves under the pointer and that focus stays in place.
import type { Page } from '@playwright/test'
import { type App, allSaved, expect, test } from '#tests/browser.ts'

const made = async (app: App, person: 'dana' | 'lee', company: string, description: string) =>
  (await app.call(person, 'tiles', {
    company,
    goal: 'Win the first engagement',
    type: 'prospect',
    value: 'M',
    tasks: [{ description, due: '2027-01-04' }],
  })) as { id: string }

/** Runs before the page's own scripts and records the positions of the first of these elements. */
function watchPlace(selector: string) {
  const seen = new Set<string>()
  Object.assign(globalThis, { seen })
  const look = () => {
    const one = document.querySelector(selector)
    if (one) seen.add(`${Math.round(one.getBoundingClientRect().top)}`)
    requestAnimationFrame(look)
  }
  look()
}
const placesSeen = (page: Page) => page.evaluate('[...seen]')

for (const { width, below } of [
  { width: 1440, below: 'aside dl' },
  { width: 390, below: '[role="tablist"]' },
])
  test(`moves nothing when a step's suggestions load, ${width} px wide`, async ({ app, page }) => {
    const [first, second] = [
      await made(app, 'dana', 'Halden Freight', 'Send the plan'),
      await made(app, 'dana', 'Ostby Marine', 'Send the terms'),
    ]
    const help = page.getByRole('region', { name: 'Help me with this step' })
    await page.setViewportSize({ width, height: 900 })
    await app.signIn(page)
    await page.goto(`/target/${first.id}`)
    await expect(help).toBeVisible()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route(/\/assets\/StepHelp-.*\.js/, async (route) => {
      await held
      await route.continue()
    })
    await page.addInitScript(watchPlace, below)
    await page.goto(`/target/${second.id}`)
    await expect(page.locator(below)).toBeVisible()
    await expect(help).toHaveCount(0)
    goOn()
    await expect(help).toBeVisible()
    expect(await placesSeen(page)).toHaveLength(1)
  })

test("folds a step's suggestions that come late to a new device, and moves nothing", async ({ app, page }) => {
  const { id } = await made(app, 'dana', 'Halden Freight', 'Send the plan')
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.signIn(page)
  await page.addInitScript(watchPlace, 'aside dl')
  await page.route(/\/assets\/StepHelp-.*\.js/, async (route) => {
    await page.waitForTimeout(1000)
    await route.continue()
  })
  await page.goto(`/target/${id}`)
  const help = page.getByRole('region', { name: 'Help me with this step' })
  await expect(help).toBeVisible()
  await expect(help.getByRole('link')).toHaveCount(0)
  expect(await placesSeen(page)).toHaveLength(1)
  await help.getByRole('button').click()
  await expect(help.getByRole('link').first()).toBeVisible()
})

test('announces an incoming invitation without moving the tiles, and shows it on request or on the way back', async ({
  app,
  page,
}) => {
  const { users } = (await app.call('lee', 'users')) as { users: { id: string; email: string }[] }
  const dana = users.find(({ email }) => email === app.people.dana)!
  const invite = async (company: string) => {
    const { id } = await made(app, 'lee', company, 'Call')
    await app.call('lee', `tiles/${id}/sharewith/${dana.id}`, {})
  }
  await page.addInitScript(watchPlace, '[data-tile]')
  await app.signIn(page)
  await page.locator('[data-tile]').first().waitFor()
  await allSaved(page)
  await page.evaluate('seen.clear()')
  await invite('Quillon Harbor')
  const said = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(said).toContainText('Lee Okafor invites you to pursue Quillon Harbor')
  expect(await placesSeen(page)).toHaveLength(1)
  await said.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('button', { name: 'Accept Quillon Harbor' })).toBeInViewport()
  await expect(said).toHaveCount(0)

  await page.evaluate('seen.clear()')
  await invite('Ostby Marine')
  await expect(said).toContainText('Lee Okafor invites you to pursue Ostby Marine')
  expect(await placesSeen(page)).toHaveLength(1)
  await page.locator('[data-tile] h3 a').first().click()
  await page.getByRole('button', { name: /^Back to/ }).click()
  await expect(page.getByRole('button', { name: 'Accept Ostby Marine' })).toBeInViewport()
  await expect(said).toHaveCount(0)
})

test('removes the Assets button soon after the firm loses the feature', async ({ app, page }) => {
  await app.signIn(page)
  const assets = page.getByRole('button', { name: 'Assets', exact: true })
  await expect(assets).toBeVisible()
  const { Org } = (await app.call('dana', 'user')) as { Org: { id: string } }
  const flags = { targets: true, trainer: true, insights: true, assets: false }
  await app.call('operator', `operator/firms/${Org.id}/subscriptions`, { flags }, 'PUT')
  await expect(assets).toHaveCount(0, { timeout: 5000 })
})

test('shows a won Target with one amount on a phone', async ({ app, page }) => {
  const { id } = await made(app, 'dana', 'Ostby Marine', 'Call')
  await app.call('dana', `tiles/${id}`, { projected_revenue: 60_000 }, 'PUT')
  await app.call('dana', `tiles/${id}?action=complete`, { revenue: 60_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  await app.signIn(page)
  await page.goto('/targets/completed')
  const won = page.getByRole('article', { name: 'Ostby Marine' })
  await expect(won).toBeVisible()
  await expect(won.getByText(/^\$/).filter({ visible: true })).toHaveCount(1)
})

test('keeps an edited tile visible in a low window, and focuses it after saving with the mouse', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 768 })
  await app.signIn(page)
  await page.locator('[data-tile]').nth(6).waitFor()
  // Finds the first tile of the second row.
  const index = await page.locator('[data-tile]').evaluateAll((all) => {
    const tops = all.map((one) => Math.round(one.getBoundingClientRect().top))
    return tops.findIndex((top) => top > tops[0]!)
  })
  const tile = page.locator('[data-tile]').nth(index)
  const name = (await tile.getByRole('heading').textContent())!
  await tile.hover()
  await tile.getByRole('button', { name: /^Edit/ }).click()
  const save = page.getByRole('button', { name: 'Save Changes' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await page.getByRole('form').getByLabel('Objective').fill('Win the second engagement')
  await save.click()
  await expect(save).toHaveCount(0)
  await expect(page.getByRole('article', { name }).locator(':focus')).toHaveCount(1)
})

test('focuses the first Target created from the one line of an empty Tracker', async ({ app, page }) => {
  await app.signIn(page, 'admin')
  await page.goto('/targets')
  const line = page.getByLabel('Your first Target in one line')
  await line.fill('Max Roe @ Keyline Mills - lunch tomorrow')
  await line.press('Enter')
  await expect(page.getByRole('article', { name: 'Keyline Mills' }).locator(':focus')).toHaveCount(1)
})

// Tests that an empty Tracker is shown right away and doesn't move as the rest loads.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/browser.ts'

const placesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main h2, main li, main button')]
      .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return { text: one.textContent ?? '', place: [x, y, width, height].map(Math.round).join() }
      })
      .filter(({ text }) => /no Pursuing|plus button|Keep working|Grow your|New Target/.test(text)),
  )

for (const width of [360, 390, 820, 1440])
  test(`says right away that the Tracker is empty and doesn't move when its example loads, ${width} wide`, async ({
    app,
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await app.signIn(page, 'admin')
    await page.goto('/targets')
    const example = page.getByLabel('Your first Target in one line')
    await expect(example).toBeVisible()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route(/\/assets\/(later|QuickStart|Placeholders)/, async (route) => {
      await held
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'You have no Pursuing Targets.' })).toBeVisible()
    await expect(page.getByText('It takes about 15 seconds.')).toBeVisible()
    const before = await placesOf(page)
    goOn()
    await expect(example).toBeVisible()
    expect(await placesOf(page)).toEqual(before)
  })

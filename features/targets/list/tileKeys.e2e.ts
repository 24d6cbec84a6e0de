// Tests that a target is one Tab stop in tiles and lines, and that arrow keys reach its controls.
import { allSaved, axe, expect, test } from '#tests/browser.ts'

test('moves between targets by Tab and inside one by arrow keys, and every button can be pressed', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await allSaved(page)
  const tiles = page.getByRole('article')
  await expect(tiles.nth(2)).toBeVisible()
  const isIn = (index: number, name: RegExp) => expect(tiles.nth(index).getByRole('link', { name })).toBeFocused()
  await tiles.nth(0).getByRole('link').first().focus()
  await page.keyboard.press('Tab')
  await isIn(1, /./)
  await page.keyboard.press('Tab')
  await isIn(2, /./)
  await page.keyboard.press('Shift+Tab')
  await isIn(1, /./)

  await page.keyboard.press('ArrowRight')
  await expect(
    tiles.nth(1).getByRole('button', { name: /^(Done\? Take the Next Step|Identify next steps)/ }),
  ).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(tiles.nth(1).getByRole('button', { name: /^More for / })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tiles.nth(1).getByRole('button', { name: /^More for / })).toBeFocused()
  await page.keyboard.press('Tab')
  await isIn(1, /./)
  expect(await axe(page)).toEqual([])
})

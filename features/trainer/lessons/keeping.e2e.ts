// A lesson's video that is kept on this device plays with the network gone, and goes with the session.
import { allSaved, cutNetwork, expect, test } from '#tests/browser.ts'

test('a kept lesson plays without a network, what was played is told later, and signing out leaves nothing of it', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/trainers/lessons')
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill('Talk about money early')
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  await allSaved(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.reload()
  await page.getByRole('button', { name: /^Keep on this device, / }).click()
  await expect(page.getByText(/^Kept on this device, /)).toBeVisible()
  const online = await cutNetwork(page.context())
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  const video = page.locator('video')
  expect(await video.evaluate((element: HTMLVideoElement) => new URL(element.src).pathname)).toMatch(/^\/kept\//)
  await page.getByRole('slider', { name: 'Position' }).fill('5')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(7)
  await page.getByRole('button', { name: 'Pause' }).click()
  await online()
  await allSaved(page)
  const kept = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('pursuit:')))
  expect(await kept()).toHaveLength(1)
  await page.goto('/account/edit')
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.waitForURL(/\/login/)
  expect(await kept()).toEqual([])
})

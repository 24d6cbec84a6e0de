import type { Page } from '@playwright/test'
import { allSaved, cutNetwork, expect, test, waitForServiceWorker } from '#tests/browser.ts'
import { subscribe } from '#tests/subscribe.ts'
import { film, openLesson, openOfFirm, pollAgain, progress, secondOf, sourceOf } from './testing/stories.ts'

const keep = async (page: Page) => {
  await allSaved(page)
  await waitForServiceWorker(page)
  await page.reload()
  await page.getByRole('button', { name: /^Save for offline, / }).click()
  await expect(page.getByText(/^Saved on this device · /)).toBeVisible({ timeout: 30_000 })
}
/** Returns the number of video chunks on this device. */
const pieces = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pursuit:'))
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return all.reduce((sum, many) => sum + many, 0)
  })

test('plays a downloaded lesson offline, reports it later, and deletes it on sign-out', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  await app.signIn(page)
  await openLesson(page, 'Talk about money early')
  await keep(page)
  const online = await cutNetwork(page.context())
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  expect(await sourceOf(page)).toMatch(/^\/kept\//)
  await page.getByRole('slider', { name: 'Position' }).fill('5')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => secondOf(page)).toBeGreaterThan(7)
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

test('plays a downloaded firm video with captions offline, updates a replaced one, and deletes a deleted one', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  test.setTimeout(120_000)
  const title = 'How our five groups introduce one another'
  await app.signIn(page)
  await openOfFirm(page, title)
  await keep(page)
  const online = await cutNetwork(page.context())
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  const before = await sourceOf(page)
  expect(before).toMatch(/^\/kept\//)
  await page.getByRole('button', { name: 'Captions' }).click()
  await page.getByRole('slider', { name: 'Position' }).fill('2')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => secondOf(page)).toBeGreaterThan(4)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByText('Our clients see one firm, not five groups.').first()).toBeVisible()
  await page.getByRole('link', { name: 'Transcript' }).click()
  await expect(page.getByRole('textbox', { name: 'Search the transcript' })).toBeVisible()
  await online()
  await allSaved(page)

  const admin = (await app.openDevice('admin')).page
  await admin.goto('/trainers/firmcontent')
  await admin.getByRole('button', { name: `Edit ${title}` }).click()
  await admin.getByRole('dialog').locator('input[accept^="video"]').setInputFiles(film)
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText(`“${title}” saved.`)).toBeVisible()

  await openOfFirm(page, title)
  await expect(page.getByText('A newer version of this video is available.')).toBeVisible()
  expect(await sourceOf(page)).toBe(before)
  await page.getByRole('slider', { name: 'Position' }).fill('7')
  await page.getByRole('button', { name: /^Download the new version, / }).click()
  await expect(page.getByText('A newer version of this video is available.')).toBeHidden()
  await expect(page.getByText(/^Saved on this device · /)).toBeVisible()
  await expect.poll(() => sourceOf(page)).not.toBe(before)
  expect(await sourceOf(page)).toMatch(/^\/kept\//)
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', '0:07 of 0:20')
  await expect(progress(page)).toContainText(/0:0[2-5] of 0:20/)
  const { firmcontents } = (await app.call('admin', 'firmcontents')) as {
    firmcontents: { name: string; hashed_id: string }[]
  }
  expect(await pieces(page)).toBeGreaterThan(0)

  const { hashed_id: hashedId } = firmcontents.find(({ name }) => name === title)!
  await app.call('admin', `firmcontents/${hashedId}`, undefined, 'DELETE')
  await pollAgain(page)
  await expect(page).toHaveURL(/\/trainers\/lessons$/)
  await expect.poll(() => pieces(page)).toBe(0)
})

test('deletes downloads when the subscription ends, but not while that is unconfirmed', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  test.setTimeout(90_000)
  await app.signIn(page)
  await openLesson(page, 'Talk about money early')
  await keep(page)
  const online = await cutNetwork(page.context())
  await subscribe(app, { trainer: false })
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  expect(await sourceOf(page)).toMatch(/^\/kept\//)
  await online()
  await pollAgain(page)
  await expect.poll(() => pieces(page), { timeout: 20_000 }).toBe(0)
})

test('continues a lesson from the laptop offline on a phone, and syncs both', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  test.setTimeout(150_000)
  const title = 'Talk about money early'
  await app.signIn(page)
  await openLesson(page, title)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => secondOf(page), { timeout: 30_000 }).toBeGreaterThan(8)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await allSaved(page)
  const stopped = Math.floor(await secondOf(page))

  const phone = await app.openDevice('dana')
  await phone.page.setViewportSize({ width: 390, height: 844 })
  await phone.page.goto('/trainers/lessons')
  const next = phone.page.getByRole('region', { name: 'Continue watching' })
  await expect(next).toContainText(title)
  await next.getByRole('link', { name: 'Continue' }).click()
  await expect(phone.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await keep(phone.page)
  const online = await cutNetwork(phone.context)
  await phone.page.reload()
  await expect(phone.page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  expect(await sourceOf(phone.page)).toMatch(/^\/kept\//)
  expect(Math.floor(await secondOf(phone.page))).toBe(stopped)
  await phone.page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => secondOf(phone.page), { timeout: 30_000 }).toBeGreaterThan(stopped + 8)
  await phone.page.getByRole('button', { name: 'Pause', exact: true }).click()
  const later = Math.floor(await secondOf(phone.page))
  // Reports round to the nearest second.
  const clocks = [later, later + 1].map((at) => `0:${String(at).padStart(2, '0')}`)
  await expect(progress(phone.page)).toContainText(new RegExp(`(${clocks.join('|')}) of`))
  const [played] = /\d:\d\d of/.exec((await progress(phone.page).textContent()) ?? '')!
  expect(Math.floor(await secondOf(page))).toBe(stopped)
  await online()
  await allSaved(phone.page)

  // The open page on the laptop shows the progress but doesn't move its video.
  await pollAgain(page)
  await expect(progress(page)).toContainText(played)
  expect(Math.floor(await secondOf(page))).toBe(stopped)
  await page.getByRole('button', { name: /^Resume at 0:\d\d from your other device$/ }).click()
  await expect.poll(() => secondOf(page)).toBeGreaterThanOrEqual(later)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name: 'Lessons' }).click()
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill('')
  await expect(page.getByRole('region', { name: 'Continue watching' })).toContainText(title)
})

import type { Page } from '@playwright/test'
import { allSaved, axe, cutNetwork, expect, test } from '#tests/browser.ts'

const cards = (page: Page) => page.getByRole('article')
const category = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const filter = (page: Page, name: RegExp) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name })

test('remembers open categories, filters with counts, and searches titles, descriptions, and transcripts', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await page.getByRole('link', { name: 'Trainer' }).click()
  await expect(page).toHaveURL(/\/trainers\/lessons$/)
  await expect(page.getByRole('region', { name: 'Continue watching' })).toContainText('Stopped at')
  await expect(category(page, 'Following up')).toHaveAttribute('aria-expanded', 'true')
  await expect(cards(page)).toHaveCount(4)
  expect(await axe(page, 'main')).toEqual([])

  await page.getByRole('button', { name: 'Open All' }).click()
  await expect(cards(page)).toHaveCount(24)
  await page.reload()
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('button', { name: 'Close All' }).click()
  await expect(cards(page)).toHaveCount(0)
  await category(page, 'Starting conversations').click()
  await expect(cards(page)).toHaveCount(4)

  await expect(filter(page, /^Completed 6$/)).toBeVisible()
  await filter(page, /^Started \(Not Completed\) 3$/).click()
  await expect(cards(page)).toHaveCount(3)
  // Categories closed during a filter are open again afterwards.
  await page.getByRole('button', { name: 'Close All' }).click()
  await expect(cards(page)).toHaveCount(0)
  await category(page, 'Following up').click()
  await expect(cards(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Open All' }).click()
  await expect(cards(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Show All Lessons (Reset)' }).click()
  await expect(page.getByRole('button', { name: 'Show All Lessons', exact: true })).toBeVisible()
  await expect(cards(page)).toHaveCount(4)

  const search = page.getByRole('searchbox', { name: 'Search lessons' })
  await search.fill('forty names in their head')
  await expect(cards(page)).toHaveCount(1)
  await expect(cards(page)).toContainText('Cut your list to nine names')
  await expect(cards(page)).toContainText('Found in the transcript')
  await expect(page.getByRole('button', { name: 'Show All Lessons (Reset)' })).toHaveAttribute('aria-pressed', 'false')
  await cards(page).getByRole('link').click()
  await page.getByRole('link', { name: 'Transcript' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download transcript' }).click()
  expect((await file).suggestedFilename()).toBe('Cut your list to nine names.pdf')
  await page.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name: 'Lessons' }).click()
  await expect(search).toHaveValue('forty names in their head')
  await expect(cards(page)).toHaveCount(1)
  const card = cards(page).first()
  await expect(card.getByText(/^Nine names, chosen in 20 minut…/)).toBeVisible()
  await card.getByRole('button', { name: /show more/ }).click()
  await expect(card).toContainText('three people who send you work.')
  await search.fill('nothing of that kind')
  await expect(page.getByRole('heading', { name: 'No matching lessons' })).toBeVisible()
})

test("leads from a lesson's ID after the area or a tab to the lesson", async ({ app, page }) => {
  await app.signIn(page)
  const { lessons } = (await app.call('dana', 'lessons')) as { lessons: { id: string; title: string }[] }
  const { id, title } = lessons[0]!
  for (const path of [`/trainers/${id}`, `/trainers/lessons/${id}`]) {
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`/lesson/${id}$`))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('shows the lessons offline, even after a restart', { tag: '@keptOnDevice' }, async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/trainers/lessons')
  await expect(cards(page)).toHaveCount(4)
  await allSaved(page)
  const online = await cutNetwork(page.context())
  await page.reload()
  await expect(cards(page)).toHaveCount(4)
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill('forty names in their head')
  await expect(cards(page)).toHaveCount(1)
  await online()
})

const video = (page: Page) => page.getByRole('region', { name: /^Video:/ })
const progress = (page: Page) => page.getByRole('complementary', { name: 'About this lesson' })

test('plays a lesson, resumes it on another device, and names what is missing', async ({ app, page }) => {
  test.setTimeout(120_000)
  await app.signIn(page)
  await page.goto('/trainers/lessons')
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill('Talk about money early')
  const title = await cards(page).first().getByRole('heading').textContent()
  await cards(page).first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: title! })).toBeVisible()
  await expect(progress(page)).toContainText('Not done yet')
  await expect(progress(page)).toContainText('0:00 of')
  expect(await axe(page, 'main')).toEqual([])
  await video(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect(progress(page)).toContainText(/0:(0[5-9]|1\d) of/, { timeout: 30_000 })
  await video(page).getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(progress(page)).toContainText('to the end.')
  await page.getByRole('link', { name: 'Transcript' }).click()
  await expect(page.getByRole('textbox', { name: 'Search the transcript' })).toBeVisible()
  await expect(video(page)).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Lesson', exact: true })
  await expect(tabs.locator('[aria-current]')).toHaveText(['Transcript'])
  await allSaved(page)

  const phone = await app.openDevice('dana')
  await phone.page.goto('/trainers/lessons')
  await expect(phone.page.getByRole('region', { name: 'Continue watching' })).toContainText(title!)
  await phone.page.getByRole('link', { name: 'Continue' }).click()
  await expect(progress(phone.page)).toContainText(/0:(0[5-9]|1\d) of/)
  // One press starts playing.
  await expect(video(phone.page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
})

test("lists all downloads, and offline doesn't report an unloaded lesson as missing", {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  await app.signIn(page)
  await page.goto('/trainers/worksheets')
  await page.getByRole('link', { name: 'All worksheets and transcripts to download' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Resources' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Transcript: / })).toHaveCount(24)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Worksheet: Cut your list to nine names' }).click()
  expect((await file).suggestedFilename()).toMatch(/nine names.*\.pdf$/)
  expect(await axe(page, 'main')).toEqual([])
  await cutNetwork(page.context())
  await page.evaluate(() => history.pushState(null, '', '/lesson/0190aaaa-0000-7000-8000-000000000001'))
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
  await expect(page.getByRole('heading', { name: 'This lesson isn’t on this device' })).toBeVisible()
})

test('finds a lesson by title from anywhere, and redirects a missing one to the list with a message', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('combobox').fill('nine names')
  await page.getByRole('option', { name: /Cut your list to nine names/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cut your list to nine names' })).toBeVisible()
  await page.goto('/lesson/0190aaaa-0000-7000-8000-000000000001')
  await expect(page.getByText('No lesson found with the specific id.')).toBeVisible()
  await expect(page).toHaveURL(/\/trainers\/lessons$/)
})

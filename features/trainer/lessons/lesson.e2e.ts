import type { Page } from '@playwright/test'
import { allSaved, axe, cutNetwork, expect, test } from '#tests/browser.ts'
import { subscribe } from '#tests/subscribe.ts'
import { openLesson, playElsewhere, pollAgain, progress, secondOf } from './testing/stories.ts'

const TITLE = 'Talk about money early'
const video = (page: Page) => page.getByRole('region', { name: `Video: ${TITLE}` })
const position = (page: Page) => page.getByRole('slider', { name: 'Position' })

test('follows another device by itself until something is played here, and asks afterwards', async ({ app, page }) => {
  test.setTimeout(90_000)
  await app.signIn(page)
  await openLesson(page, TITLE)
  await playElsewhere(app, page, [[0, 20]])
  await pollAgain(page)
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:20 of/)
  await expect(progress(page)).toContainText('0:20 of')
  await video(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => secondOf(page)).toBeGreaterThan(21)
  await playElsewhere(app, page, [[20, 45]])
  await pollAgain(page)
  const goOn = page.getByRole('button', { name: 'Resume at 0:45 from your other device' })
  await expect(goOn).toBeVisible()
  await expect(progress(page)).toContainText('0:45 of')
  // Playback isn't moved.
  expect(await secondOf(page)).toBeLessThan(40)
  await expect(video(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  expect(await axe(page, 'main')).toEqual([])
  await goOn.click()
  await expect.poll(() => secondOf(page)).toBeGreaterThanOrEqual(45)
  await expect(goOn).toBeHidden()
})

test('keeps a position that the person chose when another device reports', async ({ app, page }) => {
  await app.signIn(page)
  await openLesson(page, TITLE)
  await position(page).fill('12')
  await playElsewhere(app, page, [[0, 30]])
  await pollAgain(page)
  await expect(page.getByRole('button', { name: 'Resume at 0:30 from your other device' })).toBeVisible()
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:12 of/)
})

test('names skipped parts and plays them with one button', async ({ app, page }) => {
  await app.signIn(page)
  await openLesson(page, TITLE)
  await playElsewhere(app, page, [
    [0, 10],
    [20, 30],
  ])
  await pollAgain(page)
  await expect(progress(page)).toContainText('Skipped: 0:10 to 0:20. Remaining: 0:30 to the end.')
  await progress(page).getByRole('button', { name: 'Play missed parts' }).click()
  await expect(video(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => secondOf(page)).toBeGreaterThan(11)
  expect(await secondOf(page)).toBeLessThan(20)
  await video(page).getByRole('button', { name: 'Pause' }).click()
  await expect(progress(page)).toContainText(/Skipped: 0:1[1-9] to 0:20/)
})

test('resumes an unwatched part after a jump to the end', async ({ app, page }) => {
  await app.signIn(page)
  await openLesson(page, TITLE)
  const { seconds } = (await app.call('dana', `lessons/${new URL(page.url()).pathname.split('/').at(-1)}`)) as {
    seconds: number
  }
  await playElsewhere(app, page, [
    [0, 23],
    [seconds - 2, seconds],
  ])
  await page.goto('/trainers/lessons')
  await pollAgain(page)
  const next = page.getByRole('region', { name: 'Continue watching' })
  await expect(next).toContainText('Not watched yet from 0:23 of')
  await next.getByRole('link', { name: 'Continue' }).click()
  await expect(video(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await expect.poll(() => secondOf(page)).toBeGreaterThan(23)
})

test("turns the homework into a Target's next step that leads back to this second", async ({ app, page }) => {
  await app.signIn(page)
  await openLesson(page, TITLE)
  await position(page).fill('15')
  await progress(page).getByRole('button', { name: 'Make this my next step' }).click()
  expect(await axe(page, 'main')).toEqual([])
  // No Target is preselected, and a Target with an open step requires a decision about that step.
  const choice = page.getByLabel('Target', { exact: true })
  await expect(choice).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Add Step' })).toBeDisabled()
  await choice.selectOption({ index: 1 })
  const target = await choice.evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]!.text)
  await expect(page.getByRole('button', { name: 'Add Step' })).toBeDisabled()
  await page.getByLabel('That step is done').check()
  await page.getByLabel('Step', { exact: true }).fill('Name our fee before they ask')
  await page.getByRole('button', { name: 'Add Step' }).click()
  await expect(progress(page).getByRole('button', { name: 'Make this my next step' })).toBeVisible()
  await allSaved(page)
  const { tiles } = (await app.call('dana', 'tiles?status=active')) as {
    tiles: { company: string; contact: string; id: string }[]
  }
  const { id } = tiles.find(({ company, contact }) => [company, contact].filter(Boolean).join(', ') === target)!
  await page.goto(`/target/${id}`)
  await expect(page.getByText('Name our fee before they ask').first()).toBeVisible()
  await page.getByRole('link', { name: TITLE }).first().click()
  await expect(page).toHaveURL(/\/lesson\/[^/]+\?at=15/)
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:15 of/)
})

test('says what needs a connection while offline, and everything else works', {
  tag: '@keptOnDevice',
}, async ({ app, page }) => {
  test.setTimeout(90_000)
  await app.signIn(page)
  await openLesson(page, 'Cut your list to nine names')
  await allSaved(page)
  const online = await cutNetwork(page.context())
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Cut your list to nine names' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(
    'There is no internet connection. Videos saved on this device still play.',
  )
  await expect(page.getByRole('button', { name: 'Save for offline' })).toBeDisabled()
  await expect(progress(page)).toContainText(' watched.')
  expect(await axe(page, 'main')).toEqual([])
  await page.getByRole('link', { name: 'Transcript' }).click()
  await page.getByRole('textbox', { name: 'Search the transcript' }).fill('names')
  await expect(page.locator('mark').first()).toBeVisible()
  await page.getByRole('link', { name: 'Worksheet', exact: true }).click()
  await page.getByRole('textbox').first().fill('Written in the train')
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: /^Next: / }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cut your list to nine names' })).toBeHidden()
  await progress(page).getByRole('button', { name: 'Make this my next step' }).click()
  await page.getByLabel('Target', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('That step is done').check()
  await page.getByLabel('Step', { exact: true }).fill('Decided in the train')
  await page.getByRole('button', { name: 'Add Step' }).click()
  await online()
  await allSaved(page)
  await expect(position(page)).toBeEnabled()
  expect(JSON.stringify(await app.call('dana', 'tiles?status=active'))).toContain('Decided in the train')
  expect(JSON.stringify(await app.call('dana', 'worksheets'))).toContain('Written in the train')
})

test('supports the whole player by keyboard: entering, playing, seeking, captions, speed, and leaving', async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await openLesson(page, TITLE)
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const isIn = element.closest('section[aria-label^="Video:"]') !== null
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return {
        name: element.getAttribute('aria-label'),
        isIn,
        isSeen: outlineStyle !== 'none' && outlineWidth !== '0px',
      }
    })
  const tabTo = async (name: string, key = 'Tab') => {
    for (let presses = 0; presses < 80 && (await focused()).name !== name; presses++) await page.keyboard.press(key)
    expect((await focused()).name).toBe(name)
  }
  await tabTo('Position')
  await page.keyboard.press('ArrowRight')
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:05 of/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:05 of/)
  await page.keyboard.press('Space')
  await expect(video(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => secondOf(page)).toBeGreaterThan(6)
  await page.keyboard.press('Tab')
  expect(await focused()).toEqual({ name: 'Pause', isIn: true, isSeen: true })
  await page.keyboard.press('Space')
  await expect(video(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await tabTo('Speed')
  expect((await focused()).isSeen).toBe(true)
  await page.keyboard.press('>')
  await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25')
  await tabTo('Captions')
  expect((await focused()).isSeen).toBe(true)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0:00 of/)
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Mute' })).toHaveAttribute('aria-pressed', 'true')
  // The focus isn't trapped in either direction.
  for (let presses = 0; presses < 10 && (await focused()).isIn; presses++) await page.keyboard.press('Tab')
  expect((await focused()).isIn).toBe(false)
  await tabTo('Position', 'Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  expect((await focused()).isIn).toBe(false)
})

test('shows captions without transcripts, and the transcript once the firm subscribes', async ({ app, page }) => {
  await subscribe(app, { 'trainer.transcripts': false })
  await app.signIn(page)
  await openLesson(page, TITLE)
  const tabs = page.getByRole('navigation', { name: 'Lesson', exact: true })
  await expect(tabs.getByRole('link', { name: 'Transcript' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Captions' }).click()
  await position(page).fill('17')
  await expect(video(page).getByText(/between forty and sixty thousand/)).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^0:00 / })).toHaveCount(0)
  await page.goto(`${page.url()}?tab=transcript`)
  await expect(tabs.locator('[aria-current]')).toHaveText(['Lessons'])
  await page.goto('/trainers/lessons')
  await page.getByRole('searchbox', { name: 'Search lessons' }).fill('forty names in their head')
  await expect(page.getByRole('heading', { name: 'No matching lessons' })).toBeVisible()

  await subscribe(app, { 'trainer.transcripts': true })
  await pollAgain(page)
  await expect(page.getByRole('article')).toHaveCount(1, { timeout: 20_000 })
  await openLesson(page, TITLE)
  await expect(tabs.getByRole('link', { name: 'Transcript' })).toBeVisible()
})

test('moves the video to picture-in-picture and back', async ({ app, page }) => {
  await app.signIn(page)
  await openLesson(page, TITLE)
  const button = page.getByRole('button', { name: 'Picture in picture' })
  test.skip(!(await page.evaluate(() => document.pictureInPictureEnabled)), 'This browser has no such window.')
  await page.getByRole('button', { name: 'Captions' }).click()
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => document.pictureInPictureElement === document.querySelector('video'))).toBe(true)
  // In picture-in-picture, the browser renders the captions.
  const track = () => page.locator('video').evaluate((element: HTMLVideoElement) => element.textTracks[0]?.mode)
  await expect.poll(track).toBe('showing')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(track).toBe('hidden')
})

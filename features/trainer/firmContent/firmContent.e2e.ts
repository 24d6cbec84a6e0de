import { join } from 'node:path'
import { allSaved, axe, expect, test } from '#tests/browser.ts'

const film = join(import.meta.dirname, '../../../core/server/testing/films/film.mp4')
const srt = (text: string) => ({
  name: 'said.srt',
  mimeType: 'application/x-subrip',
  buffer: Buffer.from(text),
})

test('who looks after Firm Content adds a lesson with captions, changes it and deletes it; a colleague watches it and sees no buttons', async ({
  page,
  app,
  browser,
}) => {
  await app.signIn(page, 'admin')
  await page.goto('/trainers/firmcontent')
  await expect(page.getByText('View content uploaded by your firm')).toBeVisible()
  await page.getByRole('button', { name: 'Add Lesson' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Lesson' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please choose a video.')).toBeVisible()
  await expect(dialog.getByText('Please complete this field')).toBeVisible()
  await dialog.locator('input[type=file]').first().setInputFiles(film)
  await dialog.getByLabel('Lesson title').fill('Fees, explained')
  await dialog.getByLabel('Lesson description').fill('x'.repeat(111))
  await expect(dialog.getByText('111 / 110')).toBeVisible()
  await expect(dialog.getByText('Maximum length is 110 characters')).toBeVisible()
  await dialog.getByLabel('Lesson description').fill('What we charge, on one page.')
  await dialog.locator('input[type=file]').last().setInputFiles(srt('nothing'))
  await expect(dialog.getByText('There are no captions in this file.')).toBeVisible()
  await dialog.locator('input[type=file]').last().setInputFiles(srt('1\n00:00:00,000 --> 00:00:19,000\nBy the hour.\n'))
  await expect(dialog.getByText('said.srt')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Fees, explained” is added.')).toBeVisible()
  const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Fees, explained' }) })
  await expect(line).toContainText('00:20')
  await expect(line).toContainText('Watched by 0 of')
  await expect(line.locator('img')).toBeVisible()
  expect(await axe(page)).toEqual([])

  const theirs = await browser.newContext()
  const dana = await theirs.newPage()
  await app.signIn(dana, 'dana')
  await dana.goto(`${app.url}/trainers/firmcontent`)
  await expect(dana.getByRole('heading', { name: 'Fees, explained' })).toBeVisible()
  await expect(dana.getByRole('button', { name: 'Add Lesson' })).toHaveCount(0)
  await expect(dana.getByRole('button', { name: 'Edit Fees, explained' })).toHaveCount(0)
  await dana.getByRole('link', { name: 'Fees, explained', exact: true }).click()
  await expect(dana.getByRole('heading', { level: 1, name: 'Fees, explained' })).toBeVisible()
  await dana.getByRole('button', { name: 'Captions' }).click()
  await dana.locator('video').evaluate((video: HTMLVideoElement) => video.play())
  await expect(dana.getByText('By the hour.').first()).toBeVisible()
  await expect
    .poll(() => dana.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 15_000 })
    .toBeGreaterThan(2)
  await dana.getByRole('link', { name: 'Transcript' }).click()
  await expect(dana.getByRole('list').getByRole('button', { name: '0:00 By the hour.' })).toBeVisible()
  expect(await axe(dana, 'main')).toEqual([])
  await dana.getByRole('navigation', { name: 'Lessons' }).getByRole('link', { name: 'Firm Content' }).click()
  await expect(dana.getByRole('heading', { name: 'Fees, explained' })).toBeVisible()
  await allSaved(dana)
  await page.reload()
  await expect(line).toContainText('Watched by 1 of')
  await theirs.close()

  await page.getByRole('button', { name: 'Edit Fees, explained' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(editing.getByText('This video has captions.')).toBeVisible()
  await editing.getByLabel('Lesson title').fill('What we charge')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“What we charge” is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete What we charge' }).click()
  await expect(page.getByRole('dialog')).toContainText('Dana Reyes has watched it.')
  expect(await axe(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Element was deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What we charge' })).toHaveCount(0)
})

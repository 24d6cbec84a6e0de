import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { filmOf } from '#core/server/testing/fixtureVideos.ts'
import { allSaved, axe, expect, test } from '#tests/browser.ts'

const film = join(import.meta.dirname, '../../../core/server/testing/films/film.mp4')
const srt = (text: string) => ({
  name: 'said.srt',
  mimeType: 'application/x-subrip',
  buffer: Buffer.from(text),
})

test('adds, edits, and deletes a captioned lesson, which a colleague can only watch', async ({
  page,
  app,
  browser,
}) => {
  const theirs = await browser.newContext()
  const dana = await theirs.newPage()
  await app.signIn(dana, 'dana')
  await dana.goto(`${app.url}/trainers/firmcontent`)
  await app.signIn(page, 'admin')
  await page.goto('/trainers/firmcontent')
  await expect(page.getByText('View content uploaded by your firm')).toBeVisible()
  const rows = page.getByRole('region', { name: 'Firm Content' }).getByRole('listitem')
  const tab = page.getByRole('link', { name: /^Firm Content/ })
  await expect(rows.first()).toBeVisible()
  const before = await rows.count()
  await page.getByRole('button', { name: 'Add Lesson' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add Lesson' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a video.')).toBeVisible()
  await expect(dialog.getByText('Please complete this field')).toBeVisible()
  await dialog.locator('input[type=file]').first().setInputFiles(film)
  await dialog.getByLabel('Lesson title').fill('Fees, explained')
  await dialog.getByLabel('Lesson description').fill('x'.repeat(111))
  await expect(dialog.getByText('111 / 110')).toBeVisible()
  await expect(dialog.getByText('Maximum length is 110 characters')).toBeVisible()
  await dialog.getByLabel('Lesson description').fill('What we charge, on one page.')
  await dialog.locator('input[type=file]').last().setInputFiles(srt('nothing'))
  await expect(dialog.getByText('This file has no captions.')).toBeVisible()
  await dialog.locator('input[type=file]').last().setInputFiles(srt('1\n00:00:00,000 --> 00:00:19,000\nBy the hour.\n'))
  await expect(dialog.getByText('said.srt')).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Fees, explained” added.')).toBeVisible()
  const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Fees, explained' }) })
  await expect(line).toContainText('00:20')
  await expect(line).toContainText('Watched by 0 of')
  await expect(line.locator('img')).toBeVisible()
  expect(await axe(page)).toEqual([])

  await expect(tab).toContainText(String(before + 1))
  await expect(rows).toHaveCount(before + 1)
  // The list and its count update in other windows without a reload.
  const soon = { timeout: 5000 }
  const tabOfDana = dana.getByRole('link', { name: /^Firm Content/ })
  await expect(dana.getByRole('heading', { name: 'Fees, explained' })).toBeVisible(soon)
  await expect(tabOfDana).toContainText(String(before + 1), soon)
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

  await page.getByRole('button', { name: 'Edit Fees, explained' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Lesson' })
  await expect(editing.getByText('This video has captions.')).toBeVisible()
  await editing.getByLabel('Lesson title').fill('What we charge')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“What we charge” saved.')).toBeVisible()
  await expect(dana.getByRole('heading', { name: 'What we charge' })).toBeVisible(soon)
  await page.getByRole('button', { name: 'Delete What we charge' }).click()
  await expect(page.getByRole('dialog')).toContainText('Dana Reyes has watched it.')
  expect(await axe(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Element was deleted successfully')).toBeVisible()
  await expect(dana.getByRole('heading', { name: 'What we charge' })).toHaveCount(0, soon)
  await expect(tabOfDana).toContainText(String(before), soon)
  await theirs.close()
  await expect(page.getByRole('heading', { name: 'What we charge' })).toHaveCount(0)
  await expect(rows).toHaveCount(before)
  await expect(tab).toContainText(String(before))
})

const MB = 1024 * 1024
/** Slows down the connection so that the progress of a small video is visible. */
async function slowly(page: Page) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 8 * MB,
  })
}

/** Returns the stored input of an unsaved lesson. */
async function typedOnDevice(): Promise<string> {
  const found: unknown[] = []
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('pursuit:')) continue
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
    })
    if (db.objectStoreNames.contains('records'))
      await new Promise<void>((resolve) => {
        const asked = db.transaction('records').objectStore('records').get('draft:firmLesson')
        asked.onsuccess = () => {
          found.push(asked.result)
          resolve()
        }
      })
    db.close()
  }
  return JSON.stringify(found)
}

test('keeps the input and resumes the video after the tab was closed', async ({ page, app }) => {
  const long = test.info().outputPath('A long film.mp4')
  await mkdir(dirname(long), { recursive: true })
  await writeFile(long, filmOf(60 * MB))
  await app.signIn(page, 'admin')
  await page.goto('/trainers/firmcontent')
  await page.getByRole('button', { name: 'Add Lesson' }).first().click()
  const dialogOf = (on: Page) => on.getByRole('dialog', { name: 'Add Lesson' })
  await dialogOf(page).getByLabel('Lesson title').fill('Fees, explained')
  await dialogOf(page).getByLabel('Lesson description').fill('On one page.')
  await dialogOf(page)
    .locator('input[type=file]')
    .last()
    .setInputFiles(srt('1\n00:00:00,000 --> 00:00:19,000\nBy the hour.\n'))
  await expect(dialogOf(page).getByText('said.srt')).toBeVisible()
  await expect.poll(() => page.evaluate(typedOnDevice)).toContain('By the hour.')
  // Escape asks before discarding input.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page).getByLabel('Lesson title')).toHaveValue('Fees, explained')
  await page.close()

  const second = await page.context().newPage()
  await second.goto(`${app.url}/trainers/firmcontent`)
  await slowly(second)
  await second.getByRole('button', { name: 'Add Lesson' }).first().click()
  await expect(dialogOf(second).getByLabel('Lesson title')).toHaveValue('Fees, explained')
  await expect(dialogOf(second).getByLabel('Lesson description')).toHaveValue('On one page.')
  await expect(dialogOf(second).getByText('The captions you chose earlier.')).toBeVisible()
  await dialogOf(second).locator('input[type=file]').first().setInputFiles(long)
  await dialogOf(second).getByRole('button', { name: 'Save' }).click()
  await expect(second.getByText(/^Uploading (9|1\d|2\d)(\.\d)? of 60 MB/)).toBeVisible()
  await second.close()

  const third = await page.context().newPage()
  await third.goto(`${app.url}/trainers/firmcontent`)
  const line = third.getByRole('listitem').filter({ has: third.getByRole('heading', { name: 'Fees, explained' }) })
  await expect(line).toContainText('Choose A long film.mp4 again to resume. Nothing is lost.')
  expect(await axe(third)).toEqual([])
  await line.locator('input[type=file]').setInputFiles(film)
  await expect(line).toContainText('That’s a different file. Choose A long film.mp4 again.')
  const offsets: number[] = []
  third.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await line.locator('input[type=file]').setInputFiles(long)
  await expect(third.getByText('“Fees, explained” added.')).toBeVisible({ timeout: 30_000 })
  expect(offsets.filter((offset) => offset > 0)[0]).toBeGreaterThanOrEqual(8 * MB)
  await expect(line).toContainText('00:20')
  // The discarded lesson doesn't return.
  await third.reload()
  await expect(line).toHaveCount(1)
  await third.getByRole('button', { name: 'Add Lesson' }).first().click()
  await expect(dialogOf(third).getByLabel('Lesson title')).toHaveValue('')
  await dialogOf(third).getByRole('button', { name: 'Cancel' }).click()
  await third.getByRole('button', { name: 'Edit Fees, explained' }).click()
  await expect(third.getByRole('dialog').getByText('This video has captions.')).toBeVisible()
})

test('uses an uploaded image or the current frame as poster, by keyboard alone', async ({ page, app }) => {
  await app.signIn(page, 'admin')
  await page.goto('/trainers/firmcontent')
  await page.getByRole('button', { name: 'Add Lesson' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add Lesson' })
  await adding.locator('input[type=file]').first().setInputFiles(film)
  await adding.getByLabel('Lesson title').fill('With a face')
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“With a face” added.')).toBeVisible()
  const line = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'With a face' }) })
  const poster = () => line.locator('img').getAttribute('src')
  await expect(line.locator('img')).toBeVisible()
  const idOf = (address: string | null) => new URL(address!, app.url).pathname.split('/').at(-1)
  const before = idOf(await poster())
  await line.getByRole('button', { name: /^Edit / }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Lesson' })
  const take = dialog.getByRole('button', { name: 'Use this frame as the thumbnail' })
  await take.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('First, play the video to the frame you want.')).toBeVisible()
  const shown = dialog.locator('video')
  await shown.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  await page.keyboard.press('Space')
  await take.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img', { name: 'New thumbnail' })).toBeVisible()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/” saved\.$/)).toBeVisible()
  await expect.poll(async () => idOf(await poster())).not.toBe(before)
  const frame = idOf(await poster())
  const width = () => line.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
  expect(await width()).not.toBe(512)

  await line.getByRole('button', { name: /^Edit / }).click()
  const choose = dialog.getByRole('group', { name: 'Thumbnail' }).locator('input[type=file]')
  await choose.setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('<html>') })
  await expect(dialog.getByText(/^We can’t read this image\./)).toBeVisible()
  await choose.setInputFiles(join(process.cwd(), 'public/icon-512.png'))
  await expect(dialog.getByRole('img', { name: 'New thumbnail' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => idOf(await poster())).not.toBe(frame)
  await expect.poll(width).toBe(512)
})

test('updates an open page when the right to manage Firm Content changes', { tag: '@ownServer' }, async ({
  app,
  page,
}) => {
  await app.signIn(page)
  await page.goto('/trainers/firmcontent')
  await expect(page.getByText('View content uploaded by your firm')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Lesson' })).toBeHidden()
  const { user } = (await app.call('dana', 'user')) as { user: { id: string } }
  const button = page.getByRole('button', { name: 'Add Lesson' })
  const give = (value: number) =>
    app.call('admin', `admin/people/${user.id}`, { settings: { 'key-org_report': value } }, 'PUT')
  await give(1)
  await expect(button.first()).toBeVisible({ timeout: 10_000 })
  await give(0)
  await expect(button).toHaveCount(0, { timeout: 10_000 })
})

test('reports within seconds that the firm lost Firm Content, and leads to the lessons', async ({ app, page }) => {
  const { Org } = (await app.call('dana', 'user')) as { Org: { id: string } }
  const branded = (isOn: boolean) =>
    app.call('operator', `operator/firms/${Org.id}/subscriptions`, { flags: { 'trainer.branded': isOn } }, 'PUT')
  await app.signIn(page)
  await page.goto('/trainers/firmcontent')
  await expect(page.getByText('View content uploaded by your firm')).toBeVisible()
  await branded(false)
  await expect(page).toHaveURL(/\/trainers\/lessons$/, { timeout: 5000 })
  await expect(page.getByText('Your firm’s subscription doesn’t include Firm Content.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Firm Content' })).toHaveCount(0)
  await branded(true)
  await expect(page.getByRole('link', { name: 'Firm Content' })).toBeVisible({ timeout: 5000 })
})

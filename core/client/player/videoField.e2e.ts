// Upload of a large video in a real browser, over an interrupted network and a closed tab.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { VideoFacts } from '#core/contract/videoFacts.ts'
import { filmOf } from '#core/server/testing/fixtureVideos.ts'
import { MB, type Place, signIn, test } from './testing/stories.ts'

const films = join(process.cwd(), 'core/server/testing/films')

type VideoUpload = { upload_id: string; thumbnail_upload_id: string | null; facts: VideoFacts }

async function open(page: Page, place: Place) {
  await signIn(page, place)
  await page.goto(place.origin)
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeVisible()
}
const choose = async (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').first().setInputFiles(file)
const made = async (page: Page) =>
  JSON.parse((await page.locator('output').textContent()) ?? 'null') as VideoUpload | null
async function untilMade(page: Page): Promise<VideoUpload> {
  await expect.poll(async () => (await made(page))?.thumbnail_upload_id ?? null).not.toBeNull()
  return (await made(page))!
}
const ask = (page: Page, { person }: Place, path: string, method = 'GET', body?: object) =>
  page.evaluate(
    async ([url, token, verb, sent]) => {
      const answer = await fetch(url!, {
        method: verb!,
        headers: {
          authorization: `Bearer ${token}`,
          'x-client': 'web',
          'idempotency-key': crypto.randomUUID(),
          ...(sent && { 'content-type': 'application/json' }),
        },
        ...(sent && { body: sent }),
      })
      return answer.json()
    },
    [path, person.token, method, body ? JSON.stringify(body) : ''] as const,
  )

test('uploads a video with its length and thumbnail, which can be replaced', async ({ page, place }) => {
  await open(page, place)
  await choose(page, join(films, 'film.mp4'))
  const first = await untilMade(page)
  expect(first.facts).toMatchObject({ width: 320, height: 180, videoCodec: 'avc', audioCodec: 'aac', trouble: null })
  await expect(page.getByText('film.mp4 uploaded')).toBeVisible()
  await expect(page.getByText('0:20', { exact: true })).toBeVisible()
  const size = await page
    .getByRole('img', { name: 'Thumbnail' })
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  expect(size).toEqual([320, 180])
  expect(
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
  ).toEqual([])
  await page.locator('input[type=file]').last().setInputFiles(join(process.cwd(), 'public/icon-512.png'))
  await expect.poll(async () => (await made(page))?.thumbnail_upload_id).not.toBe(first.thumbnail_upload_id)
  const { upload_id: uploadId, thumbnail_upload_id: posterId } = (await made(page))!
  expect(uploadId).toBe(first.upload_id)
  const { id } = await ask(page, place, '/api/toyvideos', 'POST', {
    upload_id: uploadId,
    poster_upload_id: posterId,
    name: 'Fees',
  })
  const { media } = await ask(page, place, `/api/toyvideos/${id}`)
  expect(media).toMatchObject({ width: 320, poster: expect.any(String) })
  const poster = await page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, media.poster)
  expect(poster).toEqual([512, 512])
})

test('warns about a video some browsers can’t play before the upload, and rejects other files', async ({
  page,
  place,
}) => {
  await open(page, place)
  await choose(page, join(films, 'hevc.mp4'))
  await expect(page.getByText(/^This video is HEVC \(H\.265\), which Firefox/)).toBeVisible()
  await expect.poll(async () => (await made(page))?.facts.videoCodec).toBe('hevc')
  await page.getByRole('button', { name: 'Replace video' }).click()
  expect(await made(page)).toBeNull()
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/api/uploads') && sent.push(request.method()))
  await choose(page, { name: 'A film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('<html>'.padEnd(5000, 'x')) })
  await expect(page.getByText('This isn’t a video. Choose an MP4 or WebM file.')).toBeVisible()
  await choose(page, join(films, 'sound.mp4'))
  await expect(page.getByText('This file has sound but no picture. Choose a video.')).toBeVisible()
  await choose(page, join(films, 'mpeg4.mp4'))
  await expect(page.getByText(/^Browsers can’t play this kind of video/)).toBeVisible()
  expect(sent).toEqual([])
})

test('resumes after an interrupted network and a closed tab, and can be canceled', async ({ page, context, place }) => {
  const film = test.info().outputPath('A long film.mp4')
  await mkdir(dirname(film), { recursive: true })
  await writeFile(film, filmOf(40 * MB))
  const slowly = async (on: Page, offline = false) => {
    const line = await context.newCDPSession(on)
    await line.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 8 * MB,
    })
    return line
  }
  await open(page, place)
  const line = await slowly(page)
  await choose(page, film)
  await expect(page.getByText(/^Uploading A long film\.mp4… (9|1\d|2\d)(\.\d)? of 40 MB$/)).toBeVisible()
  await line.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await expect(page.getByText(/^Queued: A long film\.mp4/)).toBeVisible()
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 8 * MB,
  })
  await expect(page.getByText(/^Uploading A long film\.mp4/)).toBeVisible()
  await page.close()

  const later = await context.newPage()
  await open(later, place)
  await expect(later.getByText(/A long film\.mp4 didn’t finish uploading\. Choose it again to resume\./)).toBeVisible()
  const offsets: { path: string; from: number }[] = []
  later.on('request', (request) => {
    if (request.method() === 'PATCH')
      offsets.push({ path: new URL(request.url()).pathname, from: Number(request.headers()['upload-offset']) })
  })
  await choose(later, film)
  const { upload_id: uploadId } = await untilMade(later)
  // The thumbnail is a separate upload.
  expect(offsets.find(({ path }) => path.endsWith(uploadId))?.from).toBeGreaterThanOrEqual(8 * MB)

  await later.getByRole('button', { name: 'Replace video' }).click()
  await slowly(later)
  const other = test.info().outputPath('Another film.mp4')
  await rename(film, other)
  await choose(later, other)
  await expect(later.getByText(/^Uploading Another film\.mp4… [1-9]/)).toBeVisible()
  const gone = later.waitForResponse((response) => response.request().method() === 'DELETE')
  await later.getByRole('button', { name: 'Cancel' }).click()
  expect((await gone).status()).toBe(204)
  await expect(later.getByText('Upload canceled. Nothing was saved.')).toBeVisible()
  expect(await made(later)).toBeNull()
})

test('shows a message when offline', async ({ page, context, place }) => {
  await open(page, place)
  await context.setOffline(true)
  await expect(page.getByText('Go online to upload a video.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a video' })).toBeDisabled()
})

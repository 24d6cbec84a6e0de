// Upload of a large file in a real browser: a lost network, a pause, a reload, and canceling.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, expect, type Page } from '@playwright/test'
import { build } from 'vite'
import { callsAt, type Person } from '#core/server/testing/fixtureFiles.ts'
import type { UploadProgress } from './upload.ts'

const MB = 1024 * 1024
const BYTES = 40 * MB + 7
type Window = {
  upload: {
    cancel: () => void
    pause: () => void
    resume: () => void
    get: () => UploadProgress
    done: Promise<string>
  }
}
type Place = { calls: ReturnType<typeof callsAt>; person: Person }

const test = base.extend<{ place: Place }>({
  // biome-ignore lint/correctness/noEmptyPattern: how fixtures are written
  place: async ({}, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'pursuit-upload-'))
    const child: ChildProcess = spawn(process.execPath, [join(process.cwd(), 'tests/sampleServer.ts'), directory], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
    const at = line.indexOf(' ')
    await use({ calls: callsAt(line.slice(0, at)), person: JSON.parse(line.slice(at)) as Person })
    child.kill('SIGKILL')
    await once(child, 'close')
    rmSync(directory, { recursive: true, force: true })
  },
})

/** The upload module alone, built for the browser. */
let script: string
test.beforeAll(async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'pursuit-upload-built-'))
  await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir, lib: { entry: 'core/client/upload.ts', formats: ['es'], fileName: () => 'upload.js' } },
  })
  script = readFileSync(join(outDir, 'upload.js'), 'utf8')
  rmSync(outDir, { recursive: true, force: true })
})

/** Starts or resumes the video's upload on an empty page. */
async function send(page: Page, { calls, person }: Place) {
  await page.route('**/upload.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.route(`${calls.origin}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Upload</title>' }),
  )
  await page.goto(calls.origin)
  await page.evaluate(
    async ({ token, id, bytes }) => {
      localStorage.setItem('session', JSON.stringify({ token, user: { id }, Org: {}, Subscriptions: {} }))
      const content = new Uint8Array(bytes).map((_, i) => (i * 31 + (i >> 10)) % 251)
      content.set(new TextEncoder().encode('\0\0\0\x20ftypisom'))
      const { uploadInPieces } = (await import(`${location.origin}/upload.js`)) as typeof import('./upload.ts')
      const file = new File([content], 'A film.mp4', { type: 'video/mp4', lastModified: 1 })
      ;(window as unknown as Window).upload = uploadInPieces('clip', file)
    },
    { token: person.token, id: person.id, bytes: BYTES },
  )
}
const film = () => {
  const content = new Uint8Array(BYTES).map((_, i) => (i * 31 + (i >> 10)) % 251)
  content.set(new TextEncoder().encode('\0\0\0\x20ftypisom'))
  return createHash('sha256').update(content).digest('hex')
}
const progress = (page: Page) => page.evaluate(() => (window as unknown as Window).upload.get())
const untilSent = (page: Page, least: number) =>
  expect.poll(async () => (await progress(page)).sent, { intervals: [20] }).toBeGreaterThanOrEqual(least)
/** Slow enough to interrupt the upload. */
async function slowly(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 10 * MB,
  })
  return devtools
}

async function isWhole({ calls, person }: Place, uploadId: string) {
  const { status, id } = await calls.make(person, `/api/uploads/${uploadId}`)
  expect(status).toBe(200)
  const answer = await calls.call(null, 'GET', await calls.link(person, id))
  expect(
    createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex'),
  ).toBe(film())
}

test('resumes after a lost network and a pause, and uploads the complete file', async ({ page, place }) => {
  await page.goto('about:blank')
  const line = await slowly(page)
  await send(page, place)
  await untilSent(page, 9 * MB)
  await line.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await expect
    .poll(async () => progress(page))
    .toMatchObject({ state: 'waiting', problem: 'There is no internet connection.' })
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 10 * MB,
  })
  await expect.poll(async () => (await progress(page)).state).toBe('sending')
  await page.evaluate(() => (window as unknown as Window).upload.pause())
  expect((await progress(page)).state).toBe('paused')
  await page.evaluate(() => (window as unknown as Window).upload.resume())
  const uploadId = await page.evaluate(() => (window as unknown as Window).upload.done)
  expect(await progress(page)).toEqual({ state: 'done', sent: BYTES, total: BYTES, problem: null })
  await isWhole(place, uploadId)
})

test('resumes after a reload when the same file is chosen again', async ({ page, place }) => {
  await page.goto('about:blank')
  await slowly(page)
  await send(page, place)
  await untilSent(page, 18 * MB)
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await send(page, place)
  const uploadId = await page.evaluate(() => (window as unknown as Window).upload.done)
  expect(offsets[0]).toBeGreaterThanOrEqual(16 * MB)
  await isWhole(place, uploadId)
})

test('leaves no data after being canceled', async ({ page, place }) => {
  await page.goto('about:blank')
  await slowly(page)
  await send(page, place)
  await untilSent(page, 9 * MB)
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.evaluate(() => (window as unknown as Window).upload.cancel())
  expect((await gone).status()).toBe(204)
  expect(await progress(page)).toMatchObject({
    state: 'cancelled',
    problem: 'Upload canceled. Nothing was saved.',
  })
  const address = new URL((await gone).url()).pathname
  expect(await place.calls.offset(place.person, address)).toBe('404')
})

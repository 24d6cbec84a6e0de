// Video playback, transcript, seeking, and offline storage in a real browser.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { mergePlayed } from '#core/contract/playing.ts'
import { BYTES, MB, type Place, signIn, test } from './testing/stories.ts'

type PlayerState = { ranges: [number, number][][]; seconds: number[]; loads: number }

async function open(page: Page, place: Place, from = 0) {
  await signIn(page, place)
  const { origin, video } = place
  await page.goto(`${origin}/?video=${video}&from=${from}`)
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
}
const told = (page: Page) => page.evaluate(() => (window as unknown as { told: PlayerState }).told)
const state = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    at: video.currentTime,
    paused: video.paused,
    rate: video.playbackRate,
    error: video.error?.code ?? null,
    src: new URL(video.src).pathname,
  }))
const at = async (page: Page) => (await state(page)).at

test('resumes where the person stopped, and reports the ranges played every 5 seconds and on pause', async ({
  page,
  place,
}) => {
  await open(page, place, 3)
  expect(await at(page)).toBeCloseTo(3, 0)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => (await told(page)).ranges.length).toBeGreaterThan(0)
  const [first] = (await told(page)).ranges
  expect(first).toHaveLength(1)
  expect(first![0]![0]).toBeCloseTo(3, 0)
  expect(first![0]![1] - first![0]![0]).toBeGreaterThan(4)
  // Seconds skipped by a seek don't count as played.
  await page.getByRole('slider', { name: 'Position' }).fill('15')
  await expect.poll(() => at(page)).toBeGreaterThan(16)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect.poll(async () => mergePlayed(20, ...(await told(page)).ranges).length).toBe(2)
  const { ranges, seconds } = await told(page)
  const merged = mergePlayed(20, ...ranges)
  // It plays until the seek, no matter how late that happens.
  expect(merged[0]![1]).toBeLessThan(15)
  expect(merged[1]![0]).toBe(15)
  expect(seconds.at(-1)!).toBeCloseTo(await at(page), 0)
  // The last second counts.
  await page.getByRole('button', { name: 'Play' }).click()
  await expect
    .poll(async () =>
      mergePlayed(20, ...(await told(page)).ranges)
        .at(-1)!
        .at(-1),
    )
    .toBe(20)
})

test('supports keyboard control, another speed, and captions, and is accessible to screen readers', async ({
  page,
  place,
}) => {
  await open(page, place)
  await page.getByRole('button', { name: 'Full screen' }).focus()
  await page.keyboard.press('5')
  await expect.poll(() => at(page)).toBeCloseTo(10, 0)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => at(page)).toBeCloseTo(5, 0)
  await page.keyboard.press('c')
  await expect(page.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Before the bill comes, name a day.').first()).toBeVisible()
  await page.keyboard.press('>')
  await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25')
  await page.keyboard.press('k')
  await expect.poll(async () => (await state(page)).rate).toBe(1.25)
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', /^0:\d\d of 0:20$/)
  expect(
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
  ).toEqual([])
  // The choice is saved on this device.
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('1.25')
})

test('shows a transcript that follows the video, can be searched, and seeks to a line', async ({ page, place }) => {
  await open(page, place)
  await page.getByRole('button', { name: /^0:05/ }).click()
  await expect.poll(() => at(page)).toBeGreaterThan(5)
  await expect(page.getByRole('button', { name: /^0:05/ })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Other tab' }).click()
  await expect(page.getByRole('button', { name: /^0:15/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Search the transcript' }).fill('tuesDAY')
  await expect(page.locator('mark')).toHaveText('Tuesday')
  await expect(page.getByText('1/1')).toBeVisible()
  await page.getByRole('button', { name: /^0:10/ }).click()
  await expect.poll(() => at(page)).toBeGreaterThan(10)
  await expect(page.getByRole('button', { name: /^0:10/ })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('textbox', { name: 'Search the transcript' }).fill('lease')
  await expect(page.getByRole('status').filter({ hasText: 'No matches.' })).toBeAttached()
})

test('plays and seeks offline once stored, even after an interruption during the download', async ({
  page,
  context,
  place,
}) => {
  await open(page, place)
  const line = await context.newCDPSession(page)
  const network = (offline: boolean, downloadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput, uploadThroughput: -1 })
  await expect(page.getByText(/^[\d.,]+ [MG]B free$/)).toBeVisible()
  await network(false, 4 * MB)
  await page.getByRole('button', { name: 'Save for offline, 18 MB' }).click()
  await expect(page.getByText(/^(4|8) MB of 18 MB$/)).toBeVisible()
  await network(true, -1)
  await expect(page.getByText('Waiting for a connection')).toBeVisible()
  // After the page is reopened, the download resumes by itself.
  await network(false, -1)
  const asked: string[] = []
  page.on('request', (request) => {
    const range = request.headers().range
    if (range && request.resourceType() === 'fetch') asked.push(range)
  })
  await page.reload()
  await expect(page.getByText('Saved on this device · 18 MB')).toBeVisible()
  expect(asked).not.toContain(`bytes=0-${4 * MB - 1}`)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  expect((await state(page)).src).toMatch(/^\/kept\//)
  await page.getByRole('slider', { name: 'Position' }).fill('14')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => at(page)).toBeGreaterThan(15)
  expect((await state(page)).error).toBeNull()
  await expect.poll(async () => mergePlayed(20, ...(await told(page)).ranges).length, { timeout: 9000 }).toBe(1)

  // After removal it shows a message offline, and loads the video online.
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Saved on this device')).toBeHidden()
  expect(
    await page.evaluate(async () =>
      Promise.all(
        (await caches.keys())
          .filter((name) => name.startsWith('pursuit:'))
          .map(async (name) => (await (await caches.open(name)).keys()).length),
      ),
    ),
  ).toEqual([0])
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(
    'There is no internet connection. Videos saved on this device still play.',
  )
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
})

test('offers a newer version during playback, can cancel it, and continues at the same second', async ({
  page,
  context,
  place,
}) => {
  await open(page, place)
  await page.getByRole('button', { name: 'Save for offline, 18 MB' }).click()
  await expect(page.getByText('Saved on this device · 18 MB')).toBeVisible()
  const versions = new Set<number>()
  await page.route(`**/api/toyvideos/${place.video}`, async (route) => {
    const answer = await route.fetch()
    const given = await answer.json()
    versions.add(given.media.version + 1)
    await route.fulfill({ json: { ...given, media: { ...given.media, version: given.media.version + 1 } } })
  })
  await page.reload()
  await expect(page.getByText('A newer version of this video is available.')).toBeVisible()
  expect(
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
  ).toEqual([])
  const before = (await state(page)).src
  expect(before).toMatch(/^\/kept\//)
  await page.getByRole('slider', { name: 'Position' }).fill('9')

  const line = await context.newCDPSession(page)
  const network = (downloadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    })
  await network(4 * MB)
  await page.getByRole('button', { name: 'Download the new version, 18 MB' }).click()
  await expect(page.getByText('Downloading the new version…')).toBeVisible()
  await expect(page.getByText(/^(4|8) MB of 18 MB$/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('A newer version of this video is available.')).toBeVisible()
  await expect(page.getByText('Saved on this device · 18 MB')).toBeVisible()
  await page.getByRole('button', { name: 'Download the new version, 18 MB' }).click()
  await expect(page.getByText(/^(4|8) MB of 18 MB$/)).toBeVisible()
  expect((await state(page)).src).toBe(before)
  await network(-1)
  await expect(page.getByText('A newer version of this video is available.')).toBeHidden()
  await expect(page.getByText('Downloading the new version…')).toBeHidden()
  await expect.poll(async () => (await state(page)).src).toMatch(new RegExp(`-${[...versions][0]}$`))
  await expect.poll(() => at(page)).toBeCloseTo(9, 0)
  await page.getByRole('button', { name: 'Play' }).click()
  await expect.poll(() => at(page)).toBeGreaterThan(10)
  const kept = await page.evaluate(async (id) => {
    const paths = (await (await caches.open(`pursuit:${id}`)).keys()).map(
      ({ url }) => new URL(url).pathname.split('/')[4],
    )
    return [...new Set(paths)].length
  }, place.person.id)
  expect(kept).toBe(1)
})

test('stores a complete video when two pages download it concurrently', async ({ page, context, place }) => {
  const slowly = async (on: Page, downloadThroughput: number) =>
    (await context.newCDPSession(on)).send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    })
  await open(page, place)
  await slowly(page, 6 * MB)
  await page.getByRole('button', { name: 'Save for offline, 18 MB' }).click()
  await expect(page.getByText(/^4 MB of 18 MB$/)).toBeVisible()
  // The second page resumes the unfinished download.
  const second = await context.newPage()
  await open(second, place)
  await slowly(second, 6 * MB)
  await expect(page.getByText('Saved on this device · 18 MB')).toBeVisible()
  await expect(second.getByText('Saved on this device · 18 MB')).toBeVisible()
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  expect((await state(page)).src).toMatch(/^\/kept\//)
})

test('keeps the earlier version when there is no space for the newer one', async ({ page, place }) => {
  await open(page, place)
  await page.getByRole('button', { name: 'Save for offline, 18 MB' }).click()
  await expect(page.getByText('Saved on this device · 18 MB')).toBeVisible()
  await page.route(`**/api/toyvideos/${place.video}`, async (route) => {
    const answer = await route.fetch()
    const given = await answer.json()
    await route.fulfill({ json: { ...given, media: { ...given.media, version: given.media.version + 1 } } })
  })
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 105 * 1024 * 1024, usage: 0 })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Download the new version, 18 MB' }).click()
  await expect(page.getByText('This video needs 18 MB, but this device has only 5 MB free.')).toBeVisible()
  await expect(page.getByText('Saved on this device · 18 MB')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('slider', { name: 'Position' })).toBeEnabled()
  expect((await state(page)).src).toMatch(/^\/kept\//)
})

test('serves the stored video in byte ranges, and to no one once its cache is deleted', async ({ page, place }) => {
  await open(page, place)
  await page.getByRole('button', { name: 'Save for offline, 18 MB' }).click()
  await expect(page.getByText('Saved on this device · 18 MB')).toBeVisible()
  const [address, served] = await page.evaluate(
    async ([video, token]) => {
      const answer = await fetch(`/api/toyvideos/${video}`, {
        headers: { authorization: `Bearer ${token}`, 'x-client': 'web' },
      })
      const { media } = await answer.json()
      const { id } = JSON.parse(localStorage.getItem('session')!).user
      return [`/kept/${id}/${media.id}/${media.id}-${media.version}`, media.urls[0]] as [string, string]
    },
    [place.video, place.person.token],
  )
  const compare = (range: string) =>
    page.evaluate(
      async ([kept, there, asked]) => {
        const both = await Promise.all(
          [kept!, there!].map((url) => fetch(url, { headers: asked ? { range: asked } : {} })),
        )
        const digests = await Promise.all(
          both.map(async (one) =>
            new Uint8Array(await crypto.subtle.digest('SHA-256', await one.arrayBuffer())).join(),
          ),
        )
        return {
          status: both.map(({ status }) => status),
          isSame: digests[0] === digests[1],
          part: both.map(({ headers }) => headers.get('content-range')),
        }
      },
      [address, served, range],
    )
  const middle = `bytes=${4 * MB - 7}-${8 * MB + 11}`
  expect(await compare(middle)).toEqual({
    status: [206, 206],
    isSame: true,
    part: Array(2).fill(`bytes ${4 * MB - 7}-${8 * MB + 11}/${BYTES}`),
  })
  expect(await compare('bytes=-5')).toMatchObject({ status: [206, 206], isSame: true })
  expect(await compare(`bytes=${BYTES - 1}-`)).toMatchObject({ status: [206, 206], isSame: true })
  expect(await compare('bytes=0-')).toMatchObject({ status: [206, 206], isSame: true })
  expect(await compare(`bytes=${BYTES}-`)).toMatchObject({ status: [416, 416] })
  expect(await compare('')).toMatchObject({ status: [200, 200], isSame: true })
  const gone = await page.evaluate(async (path) => {
    const [, , whose] = path.split('/')
    await caches.delete(`pursuit:${whose}`)
    return [
      (await fetch(path)).status,
      (await fetch('/kept/somebody/else/1')).status,
      await caches.has('pursuit:somebody'),
    ]
  }, address)
  expect(gone).toEqual([404, 404, false])
})

test('deletes an unfinished download when the person signs out', async ({ page, context, place }) => {
  await open(page, place)
  const line = await context.newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: 4 * MB,
    uploadThroughput: -1,
  })
  await page.getByRole('button', { name: 'Save for offline, 18 MB' }).click()
  await expect(page.getByText(/^4 MB of 18 MB$/)).toBeVisible()
  const other = await context.newPage()
  await other.addInitScript(() => undefined)
  await other.goto(`${place.origin}/robots.txt`)
  // Simulates a sign-out in another tab.
  await other.evaluate(async (id) => {
    localStorage.removeItem('session')
    await caches.delete(`pursuit:${id}`)
  }, place.person.id)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await expect(page.getByText(/of 18 MB$/)).toBeHidden()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => caches.has('pursuit:'))).toBe(false)
  expect(await page.evaluate((id) => caches.has(`pursuit:${id}`), place.person.id)).toBe(false)
})

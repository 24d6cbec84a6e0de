// Uploads a large video over an unreliable connection with a closed tab in between. `BIG_MB=1024` uses a 1 GB video,
// `BIG_MB=4900` one close to the limit, and prints the measurements.
import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { filmNamed } from '#core/server/testing/fixtureVideos.ts'
import { expect, test } from '#tests/browser.ts'

const MB = 1024 * 1024
const SIZE = Number(process.env.BIG_MB ?? 60) * MB
const CUTS = SIZE > 1000 * MB ? 20 : 4

/** Writes a video with an ignored box at its end as a sparse file. */
async function writeFilm(path: string): Promise<void> {
  const film = filmNamed('film.mp4')
  const head = Buffer.alloc(16)
  head.writeUInt32BE(1, 0)
  head.write('free', 4, 'latin1')
  head.writeBigUInt64BE(BigInt(SIZE - film.length), 8)
  await mkdir(dirname(path), { recursive: true })
  await using file = await open(path, 'w')
  await file.write(Buffer.concat([film, head]))
  await file.truncate(SIZE)
}

/** Proxies to `origin` and drops the connection `CUTS` times within chunks, after equal shares of the bytes. */
async function breakingLine(origin: string) {
  const { hostname, port } = new URL(origin)
  const line = { url: '', cuts: 0, sent: 0, close: () => undefined as undefined }
  const server: Server = createServer((request, answer) => {
    const { method, url, headers } = request
    const onward = ask({ hostname, port, method, path: url, headers }, (back) => {
      answer.writeHead(back.statusCode ?? 500, back.headers)
      back.pipe(answer)
    })
    const cut = () => {
      onward.destroy()
      request.socket.destroy()
    }
    onward.on('error', cut)
    request.on('error', cut)
    request.on('close', () => request.complete || cut())
    if (method === 'PATCH')
      request.on('data', (bytes: Buffer) => {
        line.sent += bytes.length
        if (line.cuts >= CUTS || line.sent < ((line.cuts + 1) * SIZE) / (CUTS + 1)) return
        line.cuts++
        cut()
      })
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  line.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  line.close = () => {
    server.closeAllConnections()
    server.close()
  }
  return line
}

/** Returns the memory use in MB of the server with this directory. */
async function memoryOf(directory: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const said = await Promise.all(
      ['environ', 'cmdline', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    )
    const [environ, cmdline, status] = said as [string, string, string]
    if (environ.includes(`PURSUIT_DATA=${directory}\0`) && /app\/server/.test(cmdline))
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }
  return 0
}

test('uploads a large video despite dropped connections and a closed tab, and plays it', {
  tag: '@ownServer',
}, async ({ page, app }) => {
  test.setTimeout(90_000 + SIZE / 5000)
  const path = test.info().outputPath('A long film.mp4')
  await writeFilm(path)
  const line = await breakingLine(app.url)
  await app.signIn(page, 'admin')
  const session = await page.evaluate(() => localStorage.getItem('session')!)
  const context = page.context()
  await context.addInitScript((kept) => {
    if (location.pathname !== '/empty' && !localStorage.getItem('session')) localStorage.setItem('session', kept)
  }, session)
  const memory: number[] = []
  const look = setInterval(async () => memory.push(await memoryOf(app.directory)), 500)
  const began = Date.now()

  const first = await context.newPage()
  await first.goto(`${line.url}/trainers/firmcontent`)
  await first.getByRole('button', { name: 'Add Lesson' }).first().click()
  const dialog = first.getByRole('dialog', { name: 'Add Lesson' })
  await dialog.locator('input[type=file]').first().setInputFiles(path)
  await dialog.getByLabel('Lesson title').fill('The long one')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => line.sent, { timeout: SIZE / 10_000 + 30_000 }).toBeGreaterThan(SIZE / 3)
  await first.close()

  const second = await context.newPage()
  await second.goto(`${line.url}/trainers/firmcontent`)
  const item = second.getByRole('listitem').filter({ has: second.getByRole('heading', { name: 'The long one' }) })
  const offsets: number[] = []
  second.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await expect(item).toContainText('Choose A long film.mp4 again to resume. Nothing is lost.')
  await item.locator('input[type=file]').setInputFiles(path)
  await expect(second.getByText('“The long one” added.')).toBeVisible({ timeout: SIZE / 10_000 + 60_000 })
  const seconds = (Date.now() - began) / 1000
  clearInterval(look)

  expect(line.cuts).toBe(CUTS)
  // The upload resumed where it stopped and repeated only the bytes in flight at each drop.
  expect(offsets.filter((offset) => offset > 0)[0]).toBeGreaterThan(SIZE / 3 - 24 * MB)
  expect(line.sent).toBeLessThan(SIZE + (CUTS + 2) * 9 * MB)
  // A server allocates its lasting memory in the first seconds.
  const settled = Math.max(...memory.slice(0, 6))
  const more = Math.max(...memory) - settled
  expect(memory.at(-1)).toBeGreaterThan(0)
  expect(more).toBeLessThan(160)
  if (process.env.BIG_MB)
    process.stdout.write(
      `${SIZE / MB} MB in ${Math.round(seconds)} s, ${line.cuts} cuts and a closed tab: ${Math.round(line.sent / MB)} MB sent; server ${Math.round(settled)} MB at first, ${Math.round(Math.max(...memory))} MB at most\n`,
    )
  await item.getByRole('link', { name: 'The long one' }).click()
  const film = second.locator('video')
  await film.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(1)

  line.close()
})

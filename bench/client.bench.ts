// The screen in Chromium on the real app: from navigation to the painted list next to a static page with the same HTML
// and CSS, from a click to the painted frame, and back to the list. Also what the first screen consists of.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SECRET, startServer } from '#tests/server.ts'
import { buildClient } from '#tools/clientBuild.mjs'
import {
  actedInTurn,
  contextOf,
  type Device,
  deviceOf,
  type InPage,
  openBrowser,
  signedIn,
  type Timed,
} from './support/devices.ts'
import { median, percentile, print } from './support/figures.ts'
import { fillFirm, openReady } from './support/firm.ts'

const STARTS = 5
const ACTIONS = 24
const BACKS = 10
const COLD_LOADS = 3

await buildClient(process.execPath)
const directory = mkdtempSync(join(tmpdir(), 'pursuit-bench-'))
const database = await openReady({ directory: join(directory, 'database') })
const [medium, large] = [
  (await fillFirm(database, { people: 1, each: 2000 })).members[0]!,
  (await fillFirm(database, { people: 1, each: 10_000 })).members[0]!,
]
await database.close()
const server = await startServer({ directory, environment: { ...SECRET, PURSUIT_DEMO: '0' } })
const browser = await openBrowser()

const pages = {
  medium: await signedIn(browser, server.url, medium.email, 2000),
  large: await signedIn(browser, server.url, large.email, 10_000),
}
await started(pages.medium, 1)
const fixed = await staticPage(pages.medium)
type Start = { tiles: number; live: number; still: number }
const starts: Record<1 | 4, Start[]> = { 1: [], 4: [] }
for (let i = 0; i < STARTS; i++)
  for (const rate of [1, 4] as const)
    starts[rate].push({
      ...(await started(pages.medium, rate)),
      still: await started(fixed, rate).then(({ tiles }) => tiles),
    })
for (const [rate, most] of [
  [1, 120],
  [4, 300],
] as const) {
  const of = (name: keyof Start) => starts[rate].map((start) => start[name])
  print({
    name: `start from local data, 2,000 targets, ${rate}× throttle: navigation to tiles painted`,
    value: median(of('tiles')),
    unit: 'ms',
    goal: { most },
    detail: `p90 ${percentile(of('tiles'), 0.9).toFixed(0)} ms; live ${median(of('live')).toFixed(0)} ms`,
  })
  print({
    name: `start from local data, ${rate}× throttle: to a static page with the same HTML and CSS`,
    value: median(starts[rate].map(({ tiles, still }) => tiles / still)),
    unit: '×',
    goal: { most: 3 },
    detail: `static page ${median(of('still')).toFixed(0)} ms`,
  })
}

const cold: Record<string, number[]> = { '/targets/active': [], '/account/about': [], '/trainers/lessons': [] }
for (let i = 0; i < COLD_LOADS; i++)
  for (const [path, times] of Object.entries(cold)) times.push(await coldFrame(pages.medium, path))
print({
  name: 'cold load of three routes: navigation to the frame painted, slowest',
  value: Math.max(...Object.values(cold).map(median)),
  unit: 'ms',
  goal: { most: 200 },
  detail: Object.values(cold)
    .map((times) => `${median(times).toFixed(0)} ms`)
    .join(', '),
})

await started(pages.large, 1)
const times: Record<keyof typeof pages, Timed[]> = { medium: [], large: [] }
for (let i = 0; i < ACTIONS; i++)
  for (const size of ['medium', 'large'] as const) times[size].push(await actedInTurn(pages[size], i))
const tookOf = (size: keyof typeof pages, share: number) =>
  percentile(
    times[size].map(({ took }) => took),
    share,
  )
const cpuOfActions = (size: keyof typeof pages) => median(times[size].map(({ cpu }) => cpu))
for (const [size, targets] of [
  ['medium', '2,000'],
  ['large', '10,000'],
] as const)
  for (const [share, name, most] of [
    [0.5, 'p50', 10],
    [0.99, 'p99', 20],
  ] as const)
    print({
      name: `action to painted frame, ${targets} targets, ${name}`,
      value: tookOf(size, share),
      unit: 'ms',
      goal: { most },
      ...(share === 0.5 && {
        detail: `snooze and hold in turn; page CPU ${cpuOfActions(size).toFixed(1)} ms`,
      }),
    })

const ways: { open: number; back: number }[] = []
for (let i = 0; i < BACKS; i++) {
  const { page } = pages.medium
  const open = await page.evaluate<number>('bench.open()')
  await page.waitForTimeout(300)
  const back = await page.evaluate<number>('bench.back()')
  await page.waitForTimeout(300)
  ways.push({ open, back })
}
print({
  name: 'back to the list, 2,000 targets: click to list painted',
  value: median(ways.map(({ back }) => back)),
  unit: 'ms',
  goal: { most: 30 },
  detail: `p90 ${percentile(
    ways.map(({ back }) => back),
    0.9,
  ).toFixed(0)} ms; opening a target ${median(ways.map(({ open }) => open)).toFixed(0)} ms`,
})

const dialogs: number[] = []
for (let i = 0; i < 5; i++) {
  dialogs.push(await pages.medium.page.evaluate<number>(`bench.dialog('New Target')`))
  await pages.medium.page.keyboard.press('Escape')
  await pages.medium.page.waitForTimeout(500)
}
print({
  name: 'first use of the New Target dialog to later ones',
  value: dialogs[0]! / median(dialogs.slice(1)),
  unit: '×',
  goal: { most: 1.5 },
  detail: `${dialogs[0]!.toFixed(0)} to ${median(dialogs.slice(1)).toFixed(0)} ms`,
})

await browser.close()
fixed.stop()
await server.stop()
rmSync(directory, { recursive: true, force: true })

/** Serves the kept screen of a device as one page without scripts. */
async function staticPage(of: Device): Promise<Device & { stop: () => void }> {
  const { html, css } = await of.page.evaluate(async () => {
    const text = async (path: string) => (await fetch(path)).text()
    const { frame, page, sheets, styles } = JSON.parse(localStorage.getItem('last-screen')!)
    return {
      html: frame.replace('<!--page-->', () => page).replaceAll('data-style=', 'style=') as string,
      css: [...(await Promise.all((sheets as string[]).map(text))), ...styles] as string[],
    }
  })
  const parts = new Map<string, [type: string, text: string]>(css.map((text, i) => [`/${i}.css`, ['text/css', text]]))
  const links = [...parts.keys()].map((path) => `<link rel="stylesheet" href="${path}">`).join('')
  parts.set('/', [
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en" data-mantine-color-scheme="light"><head><title>Static</title>${links}</head><body>${html}</body></html>`,
  ])
  const still = createServer(({ url }, response) => {
    const [type, text] = parts.get(url ?? '/') ?? ['text/plain', '']
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' }).end(text)
  })
  await new Promise<void>((resolve) => still.listen(0, '127.0.0.1', resolve))
  const device = await deviceOf(await contextOf(browser))
  await device.page.goto(`http://127.0.0.1:${(still.address() as AddressInfo).port}/`)
  return { ...device, stop: () => still.close() }
}

/** Milliseconds from the navigation to the painted tiles, and to those that take clicks. */
async function started({ page, devtools }: Device, rate: 1 | 4): Promise<{ tiles: number; live: number }> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('tiles painted').length > 0)
  await page.waitForFunction(() => (globalThis as unknown as InPage).bench.isLive())
  const [tiles, live] = await page.evaluate(() =>
    ['tiles painted', 'live painted'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0),
  )
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // The event stream never ends, so this waits for the other requests of the start.
  await page.waitForTimeout(1500)
  return { tiles: tiles!, live: live! }
}

/** Milliseconds from the navigation to the painted frame in a signed-in browser that has cached nothing. */
async function coldFrame({ context }: Device, path: string): Promise<number> {
  const fresh = await browser.newContext({
    storageState: await context.storageState(),
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const { page } = await deviceOf(fresh)
  await page.goto(server.url + path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('frame painted').length > 0)
  const took = await page.evaluate(() => performance.getEntriesByName('frame painted')[0]!.startTime)
  await fresh.close()
  return took
}

// The screen in Chromium on the real app: from local data to the first painted list, and from a click to the painted
// frame.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { SECRET, startServer } from '#tests/server.ts'
import { chromiumFlags } from '#tools/chromium.ts'
import { buildClient } from '#tools/clientBuild.mjs'
import { pathOf } from '#tools/programs.ts'
import { median, percentile, print } from './support/figures.ts'
import { fillFirm, openReady, PASSWORD } from './support/firm.ts'

const STARTS = 5
const ACTIONS = 16
/** Paints frames as soon as they're ready, to exclude the wait for the display's refresh. */
const unpaced = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

await buildClient(process.execPath)
const directory = mkdtempSync(join(tmpdir(), 'pursuit-bench-'))
const database = await openReady({ directory: join(directory, 'database') })
const [medium, large] = [
  (await fillFirm(database, { people: 1, each: 2000 })).members[0]!,
  (await fillFirm(database, { people: 1, each: 10_000 })).members[0]!,
]
await database.close()
const server = await startServer({ directory, environment: { ...SECRET, PURSUIT_DEMO: '0' } })
const browser = await chromium.launch({ executablePath: pathOf('chromium'), args: [...chromiumFlags, ...unpaced] })

const pages = { medium: await signedIn(medium.email, 2000), large: await signedIn(large.email, 10_000) }
await started(pages.medium, 1)
const starts: Record<1 | 4, number[]> = { 1: [], 4: [] }
for (let i = 0; i < STARTS; i++)
  for (const rate of [1, 4] as const) starts[rate].push(await started(pages.medium, rate))
for (const [rate, most] of [
  [1, 60],
  [4, 200],
] as const)
  print({
    name: `start from local data, 2,000 targets, ${rate}× throttle: scripts there to tiles painted`,
    value: median(starts[rate]),
    unit: 'ms',
    goal: { most },
    detail: `p90 ${percentile(starts[rate], 0.9).toFixed(0)} ms`,
  })

await started(pages.large, 1)
const times: Record<keyof typeof pages, Timed[]> = { medium: [], large: [] }
for (let i = 0; i < ACTIONS; i++)
  for (const size of ['medium', 'large'] as const)
    times[size].push(await acted(pages[size], i % 2 === 0 ? 'Next week' : 'On Hold'))
const tookOf = (size: keyof typeof pages, share: number) =>
  percentile(
    times[size].map(({ took }) => took),
    share,
  )
const cpuOfActions = (size: keyof typeof pages) => median(times[size].map(({ cpu }) => cpu))
print({
  name: 'action to painted frame, 2,000 targets, p50',
  value: tookOf('medium', 0.5),
  unit: 'ms',
  goal: { most: 10 },
  detail: `snooze and hold in turn; processor time of the page ${cpuOfActions('medium').toFixed(1)} ms`,
})
print({
  name: 'action to painted frame, 2,000 targets, p99',
  value: tookOf('medium', 0.99),
  unit: 'ms',
  goal: { most: 20 },
})
print({
  name: 'action to painted frame: p50 with 10,000 targets to p50 with 2,000',
  value: tookOf('large', 0.5) / tookOf('medium', 0.5),
  unit: '',
  goal: { most: 1.2 },
  detail: `${tookOf('large', 0.5).toFixed(1)} to ${tookOf('medium', 0.5).toFixed(1)} ms, p99 ${tookOf('large', 0.99).toFixed(1)} ms; processor time ${cpuOfActions('large').toFixed(1)} ms`,
})

await browser.close()
await server.stop()
rmSync(directory, { recursive: true, force: true })

/** Opens a page whose targets are all on the device. */
type InPage = { bench: { isStored: (targets: number) => Promise<boolean> } }
type Device = { page: Page; devtools: CDPSession }

async function signedIn(email: string, targets: number): Promise<Device> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    timezoneId: 'America/Los_Angeles',
  })
  await context.addInitScript({ path: join(import.meta.dirname, 'support/inPage.js') })
  const page = await context.newPage()
  await page.goto(`${server.url}/login`)
  await page.getByLabel(/e-?mail/i).fill(email)
  await page
    .getByLabel(/password/i)
    .first()
    .fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `${targets} Targets` })
    .waitFor({ state: 'attached', timeout: 60_000 })
  await page.waitForFunction((count) => (globalThis as unknown as InPage).bench.isStored(count), targets, {
    timeout: 60_000,
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, devtools }
}

type Timed = { took: number; cpu: number }

/** CPU time of the page's main thread in milliseconds. Load on the machine doesn't stretch it. */
async function cpuOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Milliseconds from loaded scripts to the painted tiles. */
async function started({ page, devtools }: Device, rate: 1 | 4): Promise<number> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('tiles painted').length > 0)
  const took = await page.evaluate<number>('bench.started()')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // The event stream never ends, so this waits for the other requests of the start.
  await page.waitForTimeout(1500)
  return took
}

/** Milliseconds from the click on a menu item to the frame in which its tile has changed or disappeared. */
async function acted({ page, devtools }: Device, item: 'Next week' | 'On Hold'): Promise<Timed> {
  await page.evaluate(item === 'Next week' ? `bench.openMenu('${item}', 'Snooze')` : `bench.openMenu('${item}')`)
  const before = await cpuOf(devtools)
  const took = await page.evaluate<number>('bench.choose()')
  const cpu = (await cpuOf(devtools)) - before
  await page.waitForTimeout(120)
  return { took, cpu }
}

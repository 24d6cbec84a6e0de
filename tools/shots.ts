// `npm run screenshots` captures every screen with the demo firm as a PNG in shots/, at three widths, light and dark.
// It reports pages that are empty, busy, or show an error, console output, sideways scrolling, controls that overlap or
// are too small, truncated text, and axe violations. Arguments select screens by name prefix. `--widths 390,768` and
// `--schemes dark` override the sizes and schemes, `--whole` captures full pages, and `--every` checks for overlaps and
// truncation at every 20 pixels of width. The README's images go to docs/pictures/.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Person } from '#tests/browser.ts'
import type { Picture } from '#tests/pictures.ts'
import { allPictures, FEWEST, lettersOf, type StorageState, settled, stateOf } from '#tests/screens.ts'
import { startServer } from '#tests/server.ts'
import { chromiumFlags } from './chromium.ts'
import { buildClient } from './clientBuild.mjs'
import { installPrograms, pathOf } from './programs.ts'

type Scheme = 'light' | 'dark'
type Size = { width: number; height: number }

type Look = (page: Page, withSizes?: boolean) => Promise<string[]>
/** Its types need the DOM, which this zone doesn't have. */
const layout: string = '#tests/layout.ts'
const { layoutFaults, faultsAtEveryWidth } = (await import(layout)) as { layoutFaults: Look; faultsAtEveryWidth: Look }

const root = join(import.meta.dirname, '..')
const folder = join(root, 'shots')
const sizes: Size[] = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]
/** Narrower screens, in pixels, are touch screens. */
const TOUCHED = 992
/** Cumulative Layout Shift of a screen from its request until it's settled. */
const MOST_SHIFT = 0.01
/** The README's images in docs/pictures/, by screen, at this width and scheme. */
const readme = { width: 1440, scheme: 'light' }
const readmeImages: Record<string, string> = {
  'tracker-pursuing': 'tracker.png',
  'insights-new': 'insights.png',
  'trainer-lesson': 'trainer.png',
  'viewer-overview': 'viewer.png',
}

type Shifts = { shifts: number }
/** Runs in the page before its own scripts, and adds up its layout shifts. Source: web.dev, Cumulative Layout Shift. */
const watchShifts = `
  globalThis.shifts = 0
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value
  }).observe({ type: 'layout-shift', buffered: true })
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: 'string' },
    schemes: { type: 'string' },
    whole: { type: 'boolean' },
    every: { type: 'boolean' },
  },
})
const widths = values.widths?.split(',').map(Number)
const schemes = (values.schemes?.split(',') ?? ['light', 'dark']) as Scheme[]
const screens = (await allPictures()).flatMap(({ pictures }) => pictures)
const chosen = screens.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.startsWith(word)),
)

const begun = performance.now()
await buildClient(process.execPath)
const directory = mkdtempSync(join(tmpdir(), 'pursuit-shots-'))
const server = await startServer({ directory })
installPrograms(['chromium'])
const settings = { reducedMotion: 'reduce', baseURL: server.url, timezoneId: 'America/Los_Angeles' } as const
const browser = await chromium.launch({ executablePath: pathOf('chromium'), args: chromiumFlags })
const states = new Map<Person, Promise<StorageState>>()
let problems = 0
let largestShift = { value: 0, name: 'no screen' }
try {
  mkdirSync(folder, { recursive: true })
  const asked = widths?.map((width) => sizes.find((size) => size.width === width) ?? { width, height: 1024 }) ?? sizes
  // These screens change data that would affect the next width, so each width gets a new device.
  const waiting = chosen.flatMap((screen) =>
    screen.isOffline || screen.isBroken ? asked.map((size) => ({ screen, of: [size] })) : [{ screen, of: asked }],
  )
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const found = await take(next.screen, next.of)
      problems += found
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work))
} finally {
  await browser.close()
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
console.log(`${chosen.length} screens in ${minutes} minutes`)
console.log(`Largest layout shift (CLS): ${largestShift.value.toFixed(3)}, ${largestShift.name}`)
console.log(`${problems} ${problems === 1 ? 'problem' : 'problems'}. The images are in ${folder}.`)
process.exitCode = problems ? 1 : 0

/**
 * Prints the problems at these sizes and returns their number. One device takes all sizes, so that files load only
 * once.
 */
async function take(screen: Picture, of: readonly Size[]): Promise<number> {
  const { person } = screen
  if (person && !states.has(person)) states.set(person, stateOf(browser, settings, person))
  const context = await browser.newContext({
    ...settings,
    viewport: of[0]!,
    colorScheme: schemes[0],
    storageState: person && (await states.get(person)),
    serviceWorkers: screen.isOffline ? 'allow' : 'block',
  })
  let found = 0
  for (const size of of) {
    const page = await context.newPage()
    await page.setViewportSize(size)
    const touched = await context.newCDPSession(page)
    await touched.send('Emulation.setTouchEmulationEnabled', { enabled: size.width < TOUCHED })
    const said = await shoot(page, context, screen, size).catch((error: Error) => [error.message])
    // A response that still waits would end the program.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
    for (const line of said) console.log(`${screen.name} ${size.width}: ${line}`)
    found += said.length
  }
  await context.close()
  return found
}

/** One line per problem. */
async function shoot(page: Page, context: BrowserContext, screen: Picture, { width }: Size): Promise<string[]> {
  page.setDefaultTimeout(15_000)
  const said: string[] = []
  page.on('pageerror', (error) => said.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !screen.isBroken) said.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500 && !screen.isBroken)
      said.push(`${new URL(response.url()).pathname} answered ${response.status()}`)
  })
  await page.emulateMedia({ colorScheme: schemes[0] })
  await page.addInitScript(watchShifts)
  await page.goto(screen.path)
  await settled(page, screen)
  const bringUp = async () => {
    await screen.prepare?.(page, context)
    await settled(page, screen)
  }
  const shifted = await page.evaluate(() => (globalThis as unknown as Shifts).shifts)
  if (shifted > largestShift.value) largestShift = { value: shifted, name: `${screen.name} ${width}` }
  if (shifted > MOST_SHIFT) said.push(`shifts by ${shifted.toFixed(3)} (CLS, at most ${MOST_SHIFT})`)
  await bringUp().catch((error: Error) => said.push(`could not be brought up: ${error.message}`))
  said.push(...(await emptyOrBusy(page, screen)))
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await settled(page, screen)
    said.push(...(await lookedAt(page, screen, width, scheme)).map((line) => `${scheme}: ${line}`))
  }
  // Last, because menus and dialogs may close when the width changes.
  if (values.every) said.push(...(await faultsAtEveryWidth(page)).map((line) => `at ${line}`))
  return said
}

/** An image of an empty page or an error is worthless. */
async function emptyOrBusy(page: Page, screen: Picture): Promise<string[]> {
  const words = (await page.locator('main, form, [role=dialog]').allInnerTexts()).join(' ').trim()
  const busy = await page.locator('[aria-busy=true], .mantine-Loader-root, .mantine-Skeleton-root').count()
  return [
    ...((await lettersOf(page, screen)) < FEWEST ? ['is empty'] : []),
    ...(busy > 0 ? ['is still busy'] : []),
    ...(words.includes('Something went wrong.') ? ['stopped working'] : []),
  ]
}

/** Captures the image and returns visual problems. */
async function lookedAt(page: Page, screen: Picture, width: number, scheme: Scheme): Promise<string[]> {
  const said: string[] = []
  const file = join(folder, `${screen.name}-${width}-${scheme}.png`)
  await page.screenshot({ path: file, fullPage: values.whole })
  const image = readmeImages[screen.name]
  if (image && width === readme.width && scheme === readme.scheme) {
    mkdirSync(join(root, 'docs/pictures'), { recursive: true })
    cpSync(file, join(root, 'docs/pictures', image))
  }
  if (scheme === schemes[0]) said.push(...(await layoutFaults(page, true)))
  // The other scheme differs only in color.
  const axe = new AxeBuilder({ page })
  const { violations } = await (scheme === schemes[0] ? axe : axe.withRules(['color-contrast'])).analyze()
  for (const { id, nodes } of violations)
    said.push(
      `axe ${id}: ${nodes
        .slice(0, 3)
        .map(({ target }) => target.join(' '))
        .join(' | ')}`,
    )
  return said
}

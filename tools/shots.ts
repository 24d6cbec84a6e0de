// `npm run screenshots`: every screen with the demo firm, at three widths, light and dark, as PNG in shots/, several at a time in one browser, and what is wrong with it:
// a page that is empty, busy or erring, lines in the console, sideways scroll, controls that overlap or are small, words that are cut, axe violations. Words after the command choose screens by the beginning of their names;
// `--widths 390,768` takes other widths, `--schemes dark` one of the two, `--whole` each page to its end, `--every` looks for overlaps and cuts at every 20 pixels of width. The README's picture goes to docs/pictures/.
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
/** Its types are those of a page, which this zone does not have. */
const layout: string = '#tests/layout.ts'
const { layoutFaults, faultsAtEveryWidth } = (await import(layout)) as { layoutFaults: Look; faultsAtEveryWidth: Look }

const root = join(import.meta.dirname, '..')
const folder = join(root, 'shots')
const sizes: Size[] = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]
/** Screens below this width are held in the hand. */
const TOUCHED = 992
/** The one that stands in the README. */
const picture = {
  screen: 'tracker-pursuing',
  width: 1440,
  scheme: 'light',
  file: join(root, 'docs/pictures/tracker.png'),
}

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
try {
  mkdirSync(folder, { recursive: true })
  const asked = widths?.map((width) => sizes.find((size) => size.width === width) ?? { width, height: 1024 }) ?? sizes
  // What a screen changes on the device would be there at its next width: then each width is a device of its own.
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
console.log(`${problems} ${problems === 1 ? 'problem' : 'problems'}; the pictures are in ${folder}`)
process.exitCode = problems ? 1 : 0

/** Answers how much is wrong with the screen at these sizes, after saying what. One device takes them all, so that its files are there after the first. */
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
    // Phones and tablets have fingers, which need more room.
    const touched = await context.newCDPSession(page)
    await touched.send('Emulation.setTouchEmulationEnabled', { enabled: size.width < TOUCHED })
    const said = await shoot(page, context, screen, size).catch((error: Error) => [error.message])
    await page.close()
    for (const line of said) console.log(`${screen.name} ${size.width}: ${line}`)
    found += said.length
  }
  await context.close()
  return found
}

/** Answers what is wrong with the screen, one line each. */
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
  await page.goto(screen.path)
  await settled(page, screen)
  const bringUp = async () => {
    await screen.prepare?.(page, context)
    await settled(page, screen)
  }
  await bringUp().catch((error: Error) => said.push(`could not be brought up: ${error.message}`))
  said.push(...(await emptyOrBusy(page, screen)))
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme })
    await settled(page, screen)
    said.push(...(await lookedAt(page, screen, width, scheme)).map((line) => `${scheme}: ${line}`))
  }
  // The width comes last: what a screen was brought up with may close as it changes.
  if (values.every) said.push(...(await faultsAtEveryWidth(page)).map((line) => `at ${line}`))
  return said
}

/** A picture of a page that shows nothing yet, or its error, proves nothing. */
async function emptyOrBusy(page: Page, screen: Picture): Promise<string[]> {
  const words = (await page.locator('main, form, [role=dialog]').allInnerTexts()).join(' ').trim()
  const busy = await page.locator('[aria-busy=true], .mantine-Loader-root, .mantine-Skeleton-root').count()
  return [
    ...((await lettersOf(page, screen)) < FEWEST ? ['is empty'] : []),
    ...(busy > 0 ? ['is still busy'] : []),
    ...(words.includes('Something went wrong.') ? ['stopped working'] : []),
  ]
}

/** Takes the picture and answers what is wrong with how it looks. */
async function lookedAt(page: Page, screen: Picture, width: number, scheme: Scheme): Promise<string[]> {
  const said: string[] = []
  const file = join(folder, `${screen.name}-${width}-${scheme}.png`)
  await page.screenshot({ path: file, fullPage: values.whole })
  if (screen.name === picture.screen && width === picture.width && scheme === picture.scheme) {
    mkdirSync(join(picture.file, '..'), { recursive: true })
    cpSync(file, picture.file)
  }
  if (scheme === schemes[0]) said.push(...(await layoutFaults(page, true)))
  // The other look differs in its colours alone.
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

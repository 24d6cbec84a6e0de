// Fixtures of browser tests: a firm for each test, and ways to cause failures. '@ownServer' kills, restarts, or alters
// its server and gets its own demo on an embedded database. '@keptOnDevice' needs the app cached by the service worker.
import { cpSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, chromium, expect, type Page, type TestInfo } from '@playwright/test'
import { chromiumFlags } from '#tools/chromium.ts'
import { pathOf } from '#tools/programs.ts'
import { startServer } from './server.ts'
import { canShareServer, type SharedServer, startSharedServer } from './sharedStoryServer.ts'

export { expect } from '@playwright/test'

/** A window that shows every tile of the demo's lists, because a list renders only visible ones. */
export const WHOLE_LIST = { width: 1440, height: 4000 }
export const PASSWORD = 'Pursuit#2026'
/** People of the demo. A test's own firm has them at another domain: `app.people`. */
export const people = {
  dana: 'dana@hartwell.example',
  lee: 'lee@hartwell.example',
  morgan: 'morgan@hartwell.example',
  admin: 'admin@hartwell.example',
  sam: 'sam@hartwell.example',
  kim: 'kim@hartwell.example',
  robin: 'robin@brookvale.example',
  otherAdmin: 'admin@brookvale.example',
  operator: 'operator@pursuit.example',
} as const
export type Person = keyof typeof people

export type App = {
  url: string
  /** Data directory of the server. Without providers, its messages are in `outbox` there. */
  directory: string
  people: Record<Person, string>
  /** Domain of their addresses. */
  domain: string
  /** Ends on the landing page. Puts a session into the browser, because signing in has its own tests. */
  signIn: (page: Page, person?: Person) => Promise<void>
  /** Stops the server if it runs, and starts it again on the same port and data. For '@ownServer'. */
  restart: () => Promise<void>
  /** Sends SIGKILL. The URL is unreachable until `restart`. For '@ownServer'. */
  kill: () => Promise<void>
  /** Calls the API as another device of that person. `body` makes it a POST unless `method` says otherwise. */
  call: (person: Person, path: string, body?: unknown, method?: string) => Promise<unknown>
  /** Starts a separate browser whose local database survives a crash. */
  openDevice: (person?: Person) => Promise<Device>
}

export type Device = {
  page: Page
  context: BrowserContext
  /**
   * Waits until the session is on disk. Chromium writes localStorage up to a minute late, and right away when a site's
   * last page closes. Returns the new page at the same URL.
   */
  untilSessionOnDisk: () => Promise<Page>
  kill: () => Promise<void>
  /** Starts the browser again on the same profile and opens `path`. Returns the new page. */
  reopen: (path?: string) => Promise<Page>
}

const hasTag = ({ tags }: TestInfo, tag: string) => tags.includes(tag)

type OfStory = { app: App; closesContexts: undefined }
type OfWorker = { sharedServer: () => Promise<SharedServer> }

export const test = base.extend<OfStory, OfWorker>({
  // Playwright keeps the browser for the next test, and with it pages that still listen to the server.
  closesContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      let starting: Promise<SharedServer> | undefined
      await use(() => {
        starting ??= startSharedServer()
        return starting
      })
      await (await starting)?.stop()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  serviceWorkers: async ({}, use, info) => use(hasTag(info, '@keptOnDevice') ? 'allow' : 'block'),
  app: async ({ sharedServer, serviceWorkers }, use, info) => {
    const isShared = canShareServer() && !hasTag(info, '@ownServer')
    const place = isShared ? sharedPlace(await sharedServer()) : await ownPlace()
    const { url, directory, kill, restart, close } = place
    const domain = await place.aFirm()
    const theirs = peopleAt(domain)
    const devices: Device[] = []
    const profiles: string[] = []
    const tokens = new Map<string, string>()
    await use({
      url,
      directory,
      kill,
      restart,
      domain,
      people: theirs,
      signIn: (page, person = 'dana') => signIn(page, url, theirs[person]),
      call: (person, path, body, method) => call(url, tokens, theirs[person], path, body, method),
      async openDevice(person) {
        const profile = mkdtempSync(join(tmpdir(), 'pursuit-profile-'))
        profiles.push(profile)
        const device = await openDevice(url, profile, serviceWorkers)
        devices.push(device)
        if (person) await signIn(device.page, url, theirs[person])
        return device
      },
    })
    for (const device of devices) await device.kill()
    for (const profile of profiles) rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    await close()
  },
  // Fails a test in which the page violated its content security policy.
  page: async ({ page }, use) => {
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text())
    })
    await use(page)
    expect(violations).toEqual([])
  },
  // The page's URLs are relative to the test's server.
  baseURL: async ({ app }, use) => use(app.url),
})

// — servers of tests ———————————————————————————————————————————————————————————————————————————

type Place = Pick<App, 'url' | 'directory' | 'kill' | 'restart'> & {
  aFirm: () => Promise<string>
  close: () => Promise<void>
}

function sharedPlace({ url, directory, aFirm }: SharedServer): Place {
  const notShared = async () => {
    throw new Error("A story that stops its server needs one of its own: tag it '@ownServer'.")
  }
  return { url, directory, aFirm, kill: notShared, restart: notShared, close: async () => undefined }
}

async function ownPlace(): Promise<Place> {
  const directory = mkdtempSync(join(tmpdir(), 'pursuit-browser-'))
  const demo = process.env.PURSUIT_DEMO_COPY
  if (demo) cpSync(demo, directory, { recursive: true })
  let server = await startServer({ directory })
  const { url, port } = server
  return {
    url,
    directory,
    aFirm: async () => 'hartwell.example',
    kill: () => server.kill(),
    async restart() {
      await server.stop()
      server = await startServer({ directory, port })
    },
    async close() {
      await server.kill()
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

// — people —————————————————————————————————————————————————————————————————————————————————————

const peopleAt = (domain: string) =>
  Object.fromEntries(
    Object.entries(people).map(([name, email]) => [name, email.replace('hartwell.example', domain)]),
  ) as Record<Person, string>

/** Waits until everything has been sent. A change is only reported a frame after it is visible. */
export async function allSaved(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))',
  )
  await expect(page.getByRole('status').filter({ hasText: 'All saved' })).toBeVisible({ timeout: 30_000 })
}

async function signIn(page: Page, url: string, email: string): Promise<void> {
  const session = await send(url, 'user/login', 'POST', { email, password: PASSWORD })
  // Any file of this origin can fill its storage. A routed response would disable the browser's cache.
  await page.goto(`${url}/meta.json`)
  await page.evaluate((kept) => localStorage.setItem('session', kept), JSON.stringify(session))
  await page.goto(url)
  await expect(page).not.toHaveURL(/\/($|login)/)
  await expect(page.getByRole('main')).toBeVisible()
}

async function send(url: string, path: string, method: string, body?: unknown, token?: string): Promise<unknown> {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-client': 'web',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return text ? JSON.parse(text) : undefined
}

async function call(
  url: string,
  tokens: Map<string, string>,
  email: string,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
) {
  let token = tokens.get(email)
  if (!token) {
    const signedIn = (await send(url, 'user/login', 'POST', { email, password: PASSWORD })) as { token: string }
    token = signedIn.token
    tokens.set(email, token)
  }
  return send(url, path, method, body, token)
}

// — failures ———————————————————————————————————————————————————————————————————————————————————

/** Waits until the whole client is on the device and works without a server. For '@keptOnDevice'. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
}

/**
 * Returns axe's findings on the page, or in the part that `within` selects, one line each. Waits until the page shows
 * its title.
 */
export async function axe(page: Page, within?: string): Promise<string[]> {
  await expect(page.locator('[data-ahead]')).toBeHidden()
  await expect(page.locator(`${within ?? 'h1'}:visible`).first()).toBeVisible()
  return violationsOf(page, (builder) => (within ? builder.include(within) : builder))
}

/** Like `axe`, for the page as it is now. `narrow` restricts the parts or the rules. */
export async function violationsOf(page: Page, narrow = (builder: AxeBuilder) => builder): Promise<string[]> {
  // Skips descriptions of passed rules, and the extra page for results from frames if there are none.
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(page.frames().length === 1)
  const { violations } = await narrow(builder).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Disconnects a context once the app is on the device. Returns a function that reconnects it. For '@keptOnDevice'. */
export async function cutNetwork(context: BrowserContext): Promise<() => Promise<void>> {
  for (const page of context.pages()) await waitForServiceWorker(page)
  await context.setOffline(true)
  return () => context.setOffline(false)
}

type Drops = { /** Number of responses dropped so far. */ count: () => number; stop: () => Promise<void> }

/** Lets the first `times` matching calls take effect, then breaks the connection before the response. */
export async function dropAnswers(page: Page, path: RegExp, times = 1): Promise<Drops> {
  let taken = 0
  let dropped = 0
  const isChange = (url: URL) => path.test(url.pathname + url.search)
  await page.route(isChange, async (route) => {
    if (route.request().method() === 'GET' || taken >= times) return route.fallback()
    taken++
    // Counted at the end, so that stopping after the last one doesn't interrupt a drop in progress.
    const answer = await route.fetch().catch(() => null)
    if (answer === null) return
    await route.abort('connectionreset')
    dropped++
  })
  return { count: () => dropped, stop: () => page.unroute(isChange) }
}

/** Rejects matching changes in the server's place with the API's error format. The server never sees them. */
export async function refuse(
  page: Page,
  path: RegExp,
  status: number,
  message: string,
  code = 'refused',
): Promise<() => Promise<void>> {
  const matches = (url: URL) => path.test(url.pathname + url.search)
  await page.route(matches, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status, json: { message, code } }),
  )
  return () => page.unroute(matches)
}

/** Responds to the next matching read with 503, as a busy server does. Returns the message. */
export async function failOnce(page: Page, path: RegExp): Promise<string> {
  const json = { code: 'unavailable', message: 'Please try again in a little while.' }
  await page.route(path, (route) => route.fulfill({ status: 503, json }), { times: 1 })
  return json.message
}

async function openDevice(url: string, profile: string, serviceWorkers: 'allow' | 'block' = 'allow'): Promise<Device> {
  const launch = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: pathOf('chromium'),
      args: chromiumFlags,
      viewport: { width: 1280, height: 800 },
      timezoneId: 'America/Los_Angeles',
      baseURL: url,
      serviceWorkers,
      reducedMotion: 'reduce',
    })
  const firstPage = (context: BrowserContext) => context.pages()[0] ?? context.newPage()
  const context = await launch()
  const device: Device = {
    context,
    page: await firstPage(context),
    async untilSessionOnDisk() {
      const token = await device.page.evaluate(
        () => JSON.parse(localStorage.getItem('session') ?? '{}').token as string,
      )
      const [old, address] = [device.page, device.page.url()]
      device.page = await device.context.newPage()
      await old.close()
      const folder = join(profile, 'Default/Local Storage/leveldb')
      const isThere = () => readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(token))
      await expect.poll(isThere, 'the session is on the disk').toBe(true)
      await device.page.goto(address)
      return device.page
    },
    async kill() {
      const closed = device.context.waitForEvent('close', { timeout: 10_000 })
      process.kill(pidOf(profile), 'SIGKILL')
      await closed
    },
    async reopen(path = '/') {
      device.context = await launch()
      device.page = await firstPage(device.context)
      await device.page.goto(url + path)
      return device.page
    },
  }
  return device
}

/** Chromium marks the profile in use with a link to 'host-pid'. */
const pidOf = (profile: string) => Number(readlinkSync(join(profile, 'SingletonLock')).match(/-(\d+)$/)?.[1])

// Fixtures of browser tests: a server of its own for each test, on a copy of the demo firms, and ways to make the world go wrong.
import { cpSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test'
import { chromiumFlags } from '#tools/chromium.ts'
import { pathOf } from '#tools/programs.ts'
import { startServer } from './server.ts'

export { expect } from '@playwright/test'

export const PASSWORD = 'Pursuit#2026'
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
  /** The server's data directory: without providers, what it sends lies in `outbox` there. */
  directory: string
  /** Through the form, as a person does; ends on the landing page. */
  signIn: (page: Page, person?: Person) => Promise<void>
  /** Stops the server if it runs, and starts it again on the same port and data. */
  restart: () => Promise<void>
  /** SIGKILL. The address answers nothing until `restart`. */
  kill: () => Promise<void>
  /** A call of the API as another device of that person. `body` makes it a POST unless `method` says otherwise. */
  call: (person: Person, path: string, body?: unknown, method?: string) => Promise<unknown>
  /** A browser of its own whose local database survives its death. */
  openDevice: (person?: Person) => Promise<Device>
}

/** A browser process with a profile on the disk. */
export type Device = {
  page: Page
  context: BrowserContext
  /** kill -9 of the browser process. */
  kill: () => Promise<void>
  /** Starts the browser again on the same profile and opens `path`. Answers the new page. */
  reopen: (path?: string) => Promise<Page>
}

export const test = base.extend<{ app: App }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  app: async ({}, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'pursuit-browser-'))
    const demo = process.env.PURSUIT_DEMO_COPY
    if (demo) cpSync(demo, directory, { recursive: true })
    let server = await startServer({ directory })
    const { url, port } = server
    const devices: Device[] = []
    const tokens = new Map<Person, string>()
    await use({
      url,
      directory,
      signIn: (page, person) => signIn(page, url, person),
      kill: () => server.kill(),
      async restart() {
        await server.stop()
        server = await startServer({ directory, port })
      },
      call: (person, path, body, method) => call(url, tokens, person, path, body, method),
      async openDevice(person) {
        const device = await openDevice(url)
        devices.push(device)
        if (person) await signIn(device.page, url, person)
        return device
      },
    })
    for (const device of devices) await device.kill()
    await server.kill()
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
  },
  // Whatever a story does, the page's policy was never in its way.
  page: async ({ page }, use) => {
    const violations: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text())
    })
    await use(page)
    expect(violations).toEqual([])
  },
  // The page's own addresses are relative to the test's server.
  baseURL: async ({ app }, use) => use(app.url),
})

// — people —————————————————————————————————————————————————————————————————————————————————————

async function signIn(page: Page, url: string, person: Person = 'dana'): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel(/e-?mail/i).fill(people[person])
  await page
    .getByLabel(/password/i)
    .first()
    .fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((address) => !address.pathname.startsWith('/login'))
  await expect(page.getByRole('main')).toBeVisible()
}

async function call(
  url: string,
  tokens: Map<Person, string>,
  person: Person,
  path: string,
  body?: unknown,
  method = body === undefined ? 'GET' : 'POST',
) {
  const send = async (target: string, verb: string, payload: unknown, token?: string) => {
    const answer = await fetch(`${url}/api/${target}`, {
      method: verb,
      headers: {
        'content-type': 'application/json',
        'x-client': 'web',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(verb !== 'GET' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${verb} ${target} answered ${answer.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }
  let token = tokens.get(person)
  if (!token) {
    const signedIn: { token: string } = await send('user/login', 'POST', { email: people[person], password: PASSWORD })
    token = signedIn.token
    tokens.set(person, token)
  }
  return send(path, method, body, token)
}

// — a world that goes wrong ————————————————————————————————————————————————————————————————————

/** Waits until all of the client is on the device: from then on every screen opens without a server. */
export async function untilKeptOnDevice(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
}

/** What axe finds wrong with the page, or with the part of it that `within` selects: one line each, nothing is the goal. Waits until the page shows its title. */
export async function axe(page: Page, within?: string): Promise<string[]> {
  await expect(page.locator(within ?? 'h1').first()).toBeVisible()
  const builder = new AxeBuilder({ page })
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Takes the network away from all pages of a context; the answer gives it back. */
export async function cutNetwork(context: BrowserContext): Promise<() => Promise<void>> {
  await context.setOffline(true)
  return () => context.setOffline(false)
}

type Drops = { /** How many answers were dropped so far. */ count: () => number; stop: () => Promise<void> }

/** Lets matching calls reach the server and be applied, and then breaks the connection before the answer arrives: the first `times` calls. */
export async function dropAnswers(page: Page, path: RegExp, times = 1): Promise<Drops> {
  let taken = 0
  let dropped = 0
  const isChange = (url: URL) => path.test(url.pathname + url.search)
  await page.route(isChange, async (route) => {
    if (route.request().method() === 'GET' || taken >= times) return route.fallback()
    taken++
    // Counted when it is over: who stops after the last one stops no drop that is still under way.
    const answer = await route.fetch().catch(() => null)
    if (answer === null) return
    await route.abort('connectionreset')
    dropped++
  })
  return { count: () => dropped, stop: () => page.unroute(isChange) }
}

/** Answers matching changes in the server's place, with the error form of the API; the server never sees them. */
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

async function openDevice(url: string): Promise<Device> {
  const profile = mkdtempSync(join(tmpdir(), 'pursuit-profile-'))
  const launch = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: pathOf('chromium'),
      args: chromiumFlags,
      viewport: { width: 1280, height: 800 },
      timezoneId: 'America/Los_Angeles',
      baseURL: url,
    })
  const firstPage = (context: BrowserContext) => context.pages()[0] ?? context.newPage()
  const context = await launch()
  const device: Device = {
    context,
    page: await firstPage(context),
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

/** Chromium marks the profile it uses with a link to 'host-pid'. */
const pidOf = (profile: string) => Number(readlinkSync(join(profile, 'SingletonLock')).match(/-(\d+)$/)?.[1])

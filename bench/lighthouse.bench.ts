// Lighthouse on a phone: the login, and the dashboard of a signed-in person, with nothing and with everything cached.
// Throttling is simulated (1.6 Mbit/s, 150 ms, a CPU four times slower), so that load on the machine changes little.
// Runs only when named because it downloads Lighthouse.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BrowserContext, chromium } from '@playwright/test'
import { PASSWORD, people } from '#tests/browser.ts'
import { startServer } from '#tests/server.ts'
import { chromiumFlags } from '#tools/chromium.ts'
import { buildClient } from '#tools/clientBuild.mjs'
import { freePort } from '#tools/postgres.ts'
import { pathOf } from '#tools/programs.ts'
import { median, print } from './support/figures.ts'

const RUNS = 3
const VERSION = '13.5.0'

/** The audit weights of Lighthouse 10 and later. Naming the audits takes a fifth of the time of a whole category. */
const weights = {
  'first-contentful-paint': 0.1,
  'speed-index': 0.1,
  'largest-contentful-paint': 0.25,
  'total-blocking-time': 0.3,
  'cumulative-layout-shift': 0.25,
}

type Audit = {
  score: number | null
  numericValue?: number
  details?: { items: { transferSize?: number; url?: string }[] }
}
type LighthouseResult = { lhr: { audits: Record<string, Audit> } }
type Lighthouse = (url: string, flags: object) => Promise<LighthouseResult>
type Run = { score: number; lcp: number; fcp: number; tbt: number; requests: number; kB: number }

const { default: lighthouse } = (await import(pathToFileURL(installed()).href)) as { default: Lighthouse }
await buildClient(process.execPath)
const directory = mkdtempSync(join(tmpdir(), 'pursuit-bench-'))
const server = await startServer({ directory })
const session = await signedIn()

const screens = [
  { name: 'login, nothing on the device', path: '/login', least: 95 },
  { name: 'signed-in dashboard, nothing on the device', path: '/', least: 90, isSignedIn: true },
  { name: 'signed-in dashboard, all on the device', path: '/', least: 90, isSignedIn: true, isKept: true },
]
for (const { name, path, least, isSignedIn, isKept } of screens) {
  const runs: Run[] = []
  for (let i = 0; i < RUNS; i++) runs.push(await measured({ path, isSignedIn, isKept }))
  const middle = (what: keyof Run) => median(runs.map((run) => run[what]))
  print({
    name: `Lighthouse on a phone, ${name}`,
    value: middle('score'),
    unit: '',
    goal: { least },
    detail: `${runs.map(({ score }) => score).join(', ')}; first paint ${middle('fcp').toFixed(0)}, largest ${middle('lcp').toFixed(0)}, blocked ${middle('tbt').toFixed(0)} ms; ${middle('requests')} requests, ${middle('kB').toFixed(0)} kB; load ${loadavg()[0]!.toFixed(1)}`,
  })
}

await server.stop()
rmSync(directory, { recursive: true, force: true })

/** Lighthouse takes 176 MB that nothing else needs, so it isn't a dependency. */
function installed(): string {
  const folder = join(import.meta.dirname, `../node_modules/.cache/lighthouse-${VERSION}`)
  const file = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const asked = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', `lighthouse@${VERSION}`]
    execFileSync('npm', asked, { cwd: folder, stdio: 'inherit' })
  }
  return file
}

async function signedIn(): Promise<string> {
  const answer = await fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'web', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ email: people.dana, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`)
  return answer.text()
}

/** Each run has a fresh browser profile. */
async function measured({ path, isSignedIn, isKept }: { path: string; isSignedIn?: boolean; isKept?: boolean }) {
  const profile = mkdtempSync(join(tmpdir(), 'pursuit-profile-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: pathOf('chromium'),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    baseURL: server.url,
  })
  try {
    if (isSignedIn) await bringSession(context, isKept ?? false)
    const { lhr } = await lighthouse(`${server.url}${path}`, {
      port,
      logLevel: 'error',
      maxWaitForLoad: 20_000,
      onlyAudits: [...Object.keys(weights), 'network-requests'],
      disableStorageReset: isSignedIn ?? false,
    })
    const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
    const requests = lhr.audits['network-requests']?.details?.items ?? []
    const score = Object.entries(weights).reduce(
      (sum, [audit, weight]) => sum + weight * (lhr.audits[audit]?.score ?? 0),
      0,
    )
    return {
      score: Math.round(score * 100),
      lcp: value('largest-contentful-paint'),
      fcp: value('first-contentful-paint'),
      tbt: value('total-blocking-time'),
      requests: requests.length,
      kB: requests.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0) / 1000,
    }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** With `isKept` it also stores the whole app and all rows, as after a first visit. */
async function bringSession(context: BrowserContext, isKept: boolean): Promise<void> {
  const page = await context.newPage()
  await page.goto('/robots.txt')
  await page.evaluate((kept) => localStorage.setItem('session', kept), session)
  if (isKept) {
    await page.goto('/')
    await page.getByRole('article').first().waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await page.waitForTimeout(3000)
  }
  await page.close()
}

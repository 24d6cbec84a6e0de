// The list of a signed-in person in Chromium: Pursuit's, and in turns that of another product that is served here. Runs
// only when named, because the other product must be running. Without one, it measures Pursuit alone.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { SECRET, startServer } from '#tests/server.ts'
import { chromiumFlags } from '#tools/chromium.ts'
import { buildClient } from '#tools/clientBuild.mjs'
import { pathOf } from '#tools/programs.ts'
import { median, print } from './support/figures.ts'
import { fillFirm, openReady, PASSWORD } from './support/firm.ts'

const ROUNDS = 5
const PATIENCE_MS = 30_000
/** As many as a peer's list shows on its first page, if it has that many. */
const ROWS = 50

/** `state`: cookies and storage of the signed-in person, as Playwright's `storageState` stores them. */
type Product = { name: string; url: string; row: string; state: Awaited<ReturnType<BrowserContext['storageState']>> }
type Opened = { firstPaint: number; list: number; kB: number; requests: number }

await buildClient(process.execPath)
const directory = mkdtempSync(join(tmpdir(), 'pursuit-bench-'))
const database = await openReady({ directory: join(directory, 'database') })
const { members } = await fillFirm(database, { people: 1, each: ROWS })
await database.close()
const server = await startServer({ directory, environment: { ...SECRET, PURSUIT_DEMO: '0' } })
const browser = await chromium.launch({ executablePath: pathOf('chromium'), args: chromiumFlags })

const peer = await peerIn(browser)
const products = [await pursuit(browser), ...(peer ? [peer] : [])]
for (const product of products) await opened(product)
const rounds: Opened[][] = products.map(() => [])
for (let round = 0; round < ROUNDS; round++)
  for (const [at, product] of products.entries()) rounds[at]!.push(await opened(product))
for (const [at, { name }] of products.entries()) {
  const of = (figure: keyof Opened) => median(rounds[at]!.map((round) => round[figure]))
  const detail = `nothing cached, medians of ${ROUNDS} rounds in turns`
  print({ name: `${name}: first paint`, value: of('firstPaint'), unit: 'ms', detail })
  print({ name: `${name}: first row of the list visible`, value: of('list'), unit: 'ms', detail })
  print({ name: `${name}: sent until then`, value: of('kB'), unit: 'kB', detail: `${of('requests')} requests` })
}
if (!peer)
  console.log(
    'No other product was given. Set PEER_URL to the address of its list, PEER_ROW to the selector of a row, and\n' +
      'PEER_STATE to a file of its signed-in session, or sign in with PEER_LOGIN_URL, PEER_USER, PEER_PASSWORD,\n' +
      'PEER_USER_FIELD, PEER_PASSWORD_FIELD, and PEER_SUBMIT (selectors). PEER_NAME is its name in the table.',
  )
await browser.close()
await server.stop()
rmSync(directory, { recursive: true, force: true })

async function pursuit(inBrowser: Browser): Promise<Product> {
  const response = await fetch(`${server.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'web', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify({ email: members[0]!.email, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
  const session = await response.text()
  const context = await inBrowser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${server.url}/robots.txt`)
  await page.evaluate((kept) => localStorage.setItem('session', kept), session)
  const state = await context.storageState()
  await context.close()
  return { name: 'Pursuit', url: `${server.url}/`, row: 'article', state }
}

async function peerIn(inBrowser: Browser): Promise<Product | null> {
  const { PEER_URL: url, PEER_ROW: row, PEER_NAME: name = 'The other product', PEER_STATE: file } = process.env
  if (!url) return null
  if (!row) throw new Error('Set PEER_ROW to the selector of a row of the list.')
  if (file) {
    if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
    return { name, url, row, state: JSON.parse(readFileSync(file, 'utf8')) as Product['state'] }
  }
  const context = await inBrowser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(process.env.PEER_LOGIN_URL ?? url)
  await page.fill(process.env.PEER_USER_FIELD ?? 'input[type=email], input[name=username]', process.env.PEER_USER ?? '')
  await page.fill(process.env.PEER_PASSWORD_FIELD ?? 'input[type=password]', process.env.PEER_PASSWORD ?? '')
  await page.click(process.env.PEER_SUBMIT ?? 'button[type=submit]')
  await page.waitForFunction("!document.querySelector('input[type=password]')")
  await page.goto(url)
  await page.locator(row).first().waitFor()
  const state = await context.storageState()
  await context.close()
  return { name, url, row, state }
}

/** Opens the list in a new context, which has the session and nothing else. */
async function opened({ url, row, state }: Product): Promise<Opened> {
  const context = await browser.newContext({ storageState: state, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    let [bytes, requests] = [0, 0]
    devTools.on('Network.requestWillBeSent', () => requests++)
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await devTools.send('Network.enable')
    const began = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator(row).first().waitFor({ timeout: PATIENCE_MS })
    const list = performance.now() - began
    const [kB, sent] = [bytes / 1000, requests]
    const firstPaint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    )
    return { firstPaint, list, kB, requests: sent }
  } finally {
    await context.close()
  }
}
